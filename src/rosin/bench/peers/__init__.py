"""The peers that Rosin is measured against, each in one file with its source beside it."""

from rosin.bench.peers.csound import Csound
from rosin.bench.peers.faust import Faust
from rosin.bench.peers.genny import Genny
from rosin.bench.peers.papers import Papers
from rosin.bench.peers.peer import Peer
from rosin.bench.peers.pysdt import Pysdt
from rosin.bench.peers.stk import Stk

PEERS: tuple[Peer, ...] = (Papers(), Stk(), Csound(), Faust(), Pysdt(), Genny())
