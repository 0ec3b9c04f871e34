"""The studio: a page on which every instrument is played, with the kernels that `render` runs, as WebAssembly in the browser."""
