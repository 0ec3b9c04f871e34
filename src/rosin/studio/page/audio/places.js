// Where a thing is struck: position 0 is the usual point, and from there on it leads from the middle to the edge (setups/one_contact.py).

/** The position at a share of the way from the middle (0) to the edge (1); 0 where that makes no difference. */
export function placed({ places = 0 }, share) {
  if (places < 2) return 0;
  return (1 + Math.min(1, Math.max(0, share)) * (places - 1)) / places;
}
