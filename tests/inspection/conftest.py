import pytest
import torch


@pytest.fixture(scope="package", autouse=True)
def one_thread():
    """Models of a few units are not worth the threads that two processes would quarrel about."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)
