"""A port that speaks UDP: taken at once, listened to in a thread of its own from `start` to `close`."""

import socket
import threading
from abc import ABC, abstractmethod
from typing import Any

from rosin.live.session import Session
from rosin.model.errors import FileError


class Port(ABC):
    """What comes is met by `hear`, a silence by `silence`, both on the thread."""

    title: str  # whose port it is, in words
    option: str  # of the command that chooses it
    largest: int  # bytes of a packet
    patience: float  # s without a packet that are a silence

    def __init__(self, port: int, host: str = "127.0.0.1", room: int = 0) -> None:
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        if room:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)  # bytes that may wait
        try:
            self.socket.bind((host, port))
        except OSError as error:
            self.socket.close()
            raise FileError(
                f"{self.title} cannot listen on {host}:{port}: {error.strerror}; is there another rosin? Choose another {self.option}."
            ) from None
        self.host, self.port = self.socket.getsockname()
        self.socket.settimeout(self.patience)
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self._listen, name=f"rosin {self.option.lstrip('-')}", daemon=True)

    def start(self, session: Session, _: object = None) -> None:
        """Hear what is said to a session."""
        self.attach(session)
        self.thread.start()

    def read(self) -> str:
        """Nothing is waited for."""
        return ""

    def close(self) -> None:
        """Hear no more."""
        self.stopped.set()
        if self.thread.is_alive():
            self.thread.join()
        self.socket.close()

    def say(self, packet: bytes, whom: Any) -> bool:
        """Answer somebody; whether that went out."""
        try:
            self.socket.sendto(packet, whom)
        except OSError:
            return False
        return True

    @abstractmethod
    def attach(self, session: Session) -> None:
        """The session that is spoken to."""

    @abstractmethod
    def hear(self, packet: bytes, whom: Any) -> None:
        """What somebody said."""

    @abstractmethod
    def silence(self) -> None:
        """Nobody said anything for as long as the patience."""

    def _listen(self) -> None:
        while not self.stopped.is_set():
            try:
                packet, whom = self.socket.recvfrom(self.largest)
            except TimeoutError:
                self.silence()
                continue
            except OSError:  # an answer found nobody
                continue
            self.hear(packet, whom)
