"""Notes as they come: kernels that turn messages into what hands do, for every host that plays live."""
