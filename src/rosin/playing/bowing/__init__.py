"""A player between notes and controls: the hands that bow and stop one string."""
