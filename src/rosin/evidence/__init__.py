"""Evidence: what papers print, measured again. A script makes an exhibit, an exhibit has a picture and claims."""

from rosin.evidence.claim import Claim
from rosin.evidence.exhibit import Exhibit
from rosin.evidence.presenting import present

__all__ = ["Claim", "Exhibit", "present"]
