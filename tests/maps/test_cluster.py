"""A sweep on a dask cluster: the same dataset as on the cores, also where workers are killed under way."""

import os
import signal

import numpy as np
import pytest

from rosin import Contact, ElastoPlastic, Hand, RosinError, WaveguideString, sweep

distributed = pytest.importorskip("distributed")

STRING = WaveguideString(frequency=400.0, impedance=0.55)
CONTACT = Contact(Hand(), ElastoPlastic(bristle_stiffness=1e5, bristle_damping=0.1, viscosity=0.0), STRING)
AXES = {"position": np.linspace(0.05, 0.2, 12), "normal_force": np.geomspace(0.1, 5, 16)}
GIVEN = {"fixed": {"velocity": 0.1}, "duration": 0.1}


def test_without_a_cluster_that_is_said():
    with pytest.raises(RosinError, match=r"distributed\.Client"):
        sweep(CONTACT, AXES, backend="dask", **GIVEN)


def test_workers_that_are_killed_change_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr("rosin.maps.store.CHUNK", 16)
    monkeypatch.setattr("rosin.maps.cluster.TOGETHER", 16)
    wanted = sweep(CONTACT, AXES, backend="cores", **GIVEN)
    killed = []

    def kill_one(share):
        if share > 0.2 and not killed:
            killed.append(next(iter(client.run(os.getpid).values())))
            os.kill(killed[0], signal.SIGKILL)

    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, local_directory=tmp_path) as cluster,
        distributed.Client(cluster) as client,
    ):
        found = sweep(CONTACT, AXES, backend="dask", store=tmp_path / "map", progress=kill_one, **GIVEN)
    assert killed
    assert "dask" in found.computed_on
    for name in wanted:
        np.testing.assert_array_equal(found[name].values, wanted[name].values)
