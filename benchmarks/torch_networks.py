"""nidlite's networks in PyTorch, in two ways: what the benchmarks compare with.

AsTheAuthors has the structure of the authors' public PyTorch code: a Module for each
net, the penalty inside the graph, torch.optim.Adam. Batched is the fastest PyTorch with
automatic differentiation that we could write. Both start at a nidlite theta and give
their gradient in theta's order, so that they can be held against each other.
"""

import numpy as np
import timing
import torch
from torch import nn
from torch.nn import functional

torch.set_num_threads(timing.THREADS)


class AsTheAuthors(nn.Module):
    """A Module per net. The univariate nets' outputs have no bias, as in their code."""

    def __init__(self, network, theta, constant, rate):
        super().__init__()
        main, *univariate = network.stacks
        self.interaction = feed_forward([len(main.features[0]), *main.hidden, 1])
        self.univariate = nn.ModuleList(
            feed_forward([1, *stack.hidden, 1], last_bias=False)
            for stack in univariate
            for _ in stack.features
        )
        with torch.no_grad():
            for parameter, array in self.beside(network.layers(theta)):
                parameter.copy_(torch.from_numpy(array))
        self.network, self.constant = network, constant
        self.optimizer = torch.optim.Adam(self.parameters(), lr=rate)
        self.loss = nn.MSELoss(reduction="mean")

    def beside(self, layers):
        """Each parameter and its part of nidlite's arrays A = [W b]."""
        places = [(self.interaction, 0, 0)]
        places += [(net, 1, k) for k, net in enumerate(self.univariate)]
        for net, stack, k in places:
            linear = [module for module in net if isinstance(module, nn.Linear)]
            for module, A in zip(linear, layers[stack]):
                yield module.weight, A[k, :, :-1]
                if module.bias is not None:
                    yield module.bias, A[k, :, -1]

    def forward(self, x):
        """(n, p) -> (n, 1): the outputs of all nets, summed."""
        y = self.interaction(x)
        if len(self.univariate):
            y += sum([net(x[:, [k]]) for k, net in enumerate(self.univariate)])
        return y

    def differentiate(self, x, y) -> float:
        """The loss, (n, p) and (n,) -> number; the parameters get their gradients."""
        self.optimizer.zero_grad()
        loss = self.loss(self(x), y[:, None])
        penalty = 0
        for name, parameter in self.named_parameters():
            if "interaction" in name and "weight" in name:
                penalty += torch.sum(torch.abs(parameter))
        (loss + penalty * self.constant).backward()
        return loss.item()

    def step(self, x, y) -> float:
        """One training step; the loss before it."""
        loss = self.differentiate(x, y)
        self.optimizer.step()
        return loss

    def gradient(self, x, y) -> np.ndarray:
        """In theta's order; NaN for the biases that these networks do not have."""
        self.differentiate(x, y)
        gradient = np.full(self.network.size, np.nan, np.float32)
        for parameter, array in self.beside(self.network.layers(gradient)):
            array[...] = parameter.grad.numpy()
        return gradient


def feed_forward(widths, last_bias=True) -> nn.Sequential:
    """Linear and ReLU in turn, from widths[0] features to widths[-1] outputs."""
    modules = []
    for before, after in zip(widths[:-2], widths[1:]):
        modules += [nn.Linear(before, after), nn.ReLU()]
    return nn.Sequential(*modules, nn.Linear(*widths[-2:], bias=last_bias))


class Batched:
    """The univariate nets as one, one flat vector of parameters, fused Adam.

    The leaves of the graph are views of the vector, and the penalty's subgradient is
    added beside the graph. adam is "module", torch.optim.Adam(fused=True) on the one
    vector, or "kernel", the private function that it calls in the end. Tried and
    slower: the same optimizer on a list of parameters (by a quarter), one flat leaf
    split inside the graph, torch.cat in place of the copy.
    """

    def __init__(self, network, theta, constant, rate, adam="module", compiled=False):
        self.network, self.rate, self.constant = network, rate, constant
        order, shapes = torch_order(network)
        self.order = order
        self.theta = torch.from_numpy(theta[order])
        self.slope = torch.zeros_like(self.theta)
        self.leaves = [leaf.requires_grad_() for leaf in cut(self.theta, shapes)]
        self.slopes = cut(self.slope, shapes)
        self.depth = len(network.stacks[0].hidden) + 1
        weights = sum(int(np.prod(shape)) for shape in shapes[: self.depth])
        self.penalised = self.theta[:weights], self.slope[:weights]
        self.update = {"module": self.module_adam, "kernel": self.kernel_adam}[adam]
        flat = nn.Parameter(self.theta)
        flat.grad = self.slope
        self.optimizer = torch.optim.Adam([flat], lr=rate, fused=True)
        self.moments = torch.zeros_like(self.theta), torch.zeros_like(self.theta)
        self.count = torch.tensor(0.0)
        if compiled:
            self.loss = torch.compile(self.loss)

    def outputs(self, x, leaves):
        """(n, p) -> (n, 1)."""
        L = self.depth
        W, b = leaves[:L], leaves[L : 2 * L]
        U, c = leaves[2 * L :: 2], leaves[2 * L + 1 :: 2]
        h = x
        for k in range(L - 1):
            h = functional.linear(h, W[k], b[k]).relu_()
        y = functional.linear(h, W[-1], b[-1])
        if U:
            # (p, n, 1) times (p, 1, units): the first layer is an outer product.
            h = torch.addcmul(c[0], x.t()[:, :, None], U[0]).relu_()
            for k in range(1, len(U) - 1):
                h = torch.baddbmm(c[k], h, U[k]).relu_()
            y = y + torch.baddbmm(c[-1], h, U[-1]).sum(0)
        return y

    def loss(self, x, y, leaves):
        """The mean squared error, (n, p) and (n,) -> scalar."""
        return functional.mse_loss(self.outputs(x, leaves)[:, 0], y)

    def differentiate(self, x, y):
        """The loss, (n, p) and (n,) -> scalar; self.slope gets the gradient."""
        loss = self.loss(x, y, self.leaves)
        slopes = torch.autograd.grad(loss, self.leaves)
        with torch.no_grad():
            torch._foreach_copy_(self.slopes, slopes)
            weights, slope = self.penalised
            slope.add_(weights.sign(), alpha=self.constant)
        return loss.detach()

    def module_adam(self):
        """The optimizer's step."""
        self.optimizer.step()

    @torch.no_grad()
    def kernel_adam(self):
        """The same without the optimizer's own work around it."""
        self.count += 1
        torch._fused_adam_(
            [self.theta],
            [self.slope],
            [self.moments[0]],
            [self.moments[1]],
            [],
            [self.count],
            lr=self.rate,
            beta1=0.9,
            beta2=0.999,
            weight_decay=0.0,
            eps=1e-8,
            amsgrad=False,
            maximize=False,
        )

    def step(self, x, y):
        """One training step; the loss before it."""
        loss = self.differentiate(x, y)
        self.update()
        return loss

    def gradient(self, x, y) -> np.ndarray:
        """In theta's order."""
        self.differentiate(x, y)
        gradient = np.empty(self.network.size, np.float32)
        gradient[self.order] = self.slope.numpy()
        return gradient


def torch_order(network):
    """Where in theta Batched's parameters lie, and their shapes, in its order.

    First W (p_l, p_{l-1}) of every layer, then b (p_l,), then of every univariate layer
    its weights, (p, before, after), and its biases, (p, 1, after).
    """
    places = network.layers(np.arange(network.size))
    arrays = [A[0, :, :-1] for A in places[0]] + [A[0, :, -1] for A in places[0]]
    for stack in places[1:]:
        for A in stack:
            arrays += [A[:, :, :-1].swapaxes(1, 2), A[:, None, :, -1]]
    return np.concatenate([a.ravel() for a in arrays]), [a.shape for a in arrays]


def cut(vector, shapes) -> list:
    """Consecutive parts of the vector, as views of these shapes."""
    parts, start = [], 0
    for shape in shapes:
        stop = start + int(np.prod(shape))
        parts.append(vector[start:stop].view(shape))
        start = stop
    return parts
