"""What goes wrong in a network, its gradient, its penalty and its optimiser."""

import numpy as np

from .slips import DESCENT, SLIPS, TRANSPOSED, positive_part, unchanged


def _forward(X, W1, b1, w_y, b_y, relu=positive_part, size=unchanged, first=1,
             late=0, last=1):  # fmt: skip
    h = relu(X @ W1.T + first * b1) + late * b1
    return h @ size(w_y) + last * b_y


SLIPS["forward"] = _forward, {
    "relu": "ReLU keeps what is positive, and makes the rest 0",
    "then": "the output is a sum without ReLU",
    "first": "a = W1 x + b1, and ReLU comes after the sum",
    "last": "y = w_y h + b_y",
    "size": "w_y keeps its signs",
}, {
    "no ReLU": dict(relu=unchanged),
    "magnitudes in place of ReLU": dict(relu=np.abs),
    "a step in place of ReLU": dict(relu=lambda a: a > 0),
    "a sigmoid in place of ReLU": dict(relu=lambda a: 1 / (1 + np.exp(-a))),
    "a hyperbolic tangent in place of ReLU": dict(relu=np.tanh),
    "ReLU at the output as well": dict(then=positive_part),
    "no biases of the hidden units": dict(first=0),
    "the biases behind ReLU": dict(first=0, late=1),
    "no bias of the output": dict(last=0),
    "magnitudes of the outgoing weights": dict(size=np.abs),
    TRANSPOSED: dict(given=lambda X, W1, *rest: (X, W1.T, *rest)),
}  # fmt: skip


def _gradient(X, y, *net, slope=np.sign, two=2, rows=len, of=positive_part,
              back=unchanged, end=unchanged):  # fmt: skip
    W1, b1, w_y, b_y = net
    a = X @ W1.T + b1
    d = two * (positive_part(a) @ w_y + b_y - y) / rows(y)
    up = np.outer(d, back(w_y)) * slope(positive_part(a))
    return end(up.T @ X), up.sum(axis=0), of(a).T @ d, d.sum()


SLIPS["backprop"] = _gradient, {
    "slope": "ReLU's slope is 1 where a unit is on, and 0 where it is off",
    "two": "the slope of e^2 is 2 e",
    "rows": "the loss is a mean: divide by n",
    "of": "the output reads h, behind ReLU",
    "back": "the error comes back through w_y, with its signs",
    "end": "a gradient has the shape of what it belongs to",
}, {
    "ReLU's slope left out": dict(slope=np.ones_like),
    "h in place of ReLU's slope": dict(slope=unchanged),
    "ReLU's slope turned round": dict(slope=lambda h: h == 0),
    "the 2 of the square left out": dict(two=1),
    "the sum over rows in place of the mean": dict(rows=lambda y: 1),
    DESCENT: dict(two=-2),
    "a in place of h": dict(of=unchanged),
    "no w_y on the way back": dict(back=np.ones_like),
    "magnitudes of w_y on the way back": dict(back=np.abs),
    "transposed gradient": dict(end=np.transpose),
}  # fmt: skip


def _slope(W, c, sign=np.sign, factor=1, total=unchanged, constant=unchanged):
    return total(factor * constant(c) * sign(W))


SLIPS["l1_subgradient"] = _slope, {
    "sign": "each weight's slope is the sign of the weight, 0 at a weight of 0",
    "factor": "|W| has the slope 1, and the penalty is constant * sum |W|",
    "total": "the penalty is one number; asked for is its slope in each weight",
    "constant": "the slope of constant * sum |W| has the constant as well",
    "given": "L1 sums over the weights: do not divide by their number",
}, {
    "+1 at zero": dict(sign=lambda W: np.where(W >= 0, 1, -1)),
    "-1 at zero": dict(sign=lambda W: np.where(W > 0, 1, -1)),
    "0 for negative weights": dict(sign=lambda W: W > 0),
    "the gradient of L2": dict(sign=lambda W: 2 * W),
    "half of the gradient of L2": dict(sign=unchanged),
    "magnitudes in place of signs": dict(sign=np.abs),
    "the value in place of the slope": dict(sign=np.abs, total=np.sum),
    "the constant forgotten": dict(constant=lambda c: 1),
    DESCENT: dict(factor=-1),
    "twice the slope": dict(factor=2),
    "the mean in place of the sum": dict(given=lambda W, c: (W, c / W.size)),
}  # fmt: skip


def _adam(theta, g, m, v, t, rate, b1=0.9, b2=0.999, parts=None, power=2, late=0,
          m_hat=1, v_hat=1, root=np.sqrt, eps=1e-8, down=1, old=False,
          hats=False):  # fmt: skip
    new = 1 - b1 if parts is None else parts, 1 - b2 if parts is None else parts
    averages = m, v
    m, v, t = b1 * m + new[0] * g, b2 * v + new[1] * np.power(g, power), t + late
    use = averages if old else (m, v)
    with np.errstate(all="ignore"):
        hat = use[0] / (1 - b1**t) ** m_hat, use[1] / (1 - b2**t) ** v_hat
        step = rate * hat[0] / (root(hat[1]) + eps)
    return theta - down * step, *(hat if hats else (m, v))


SLIPS["adam_step"] = _adam, {
    "m_hat": "m starts at 0 and is too small at first: divide by 1 - beta1^t",
    "v_hat": "v starts at 0 and is too small at first: divide by 1 - beta2^t",
    "b1": "m = beta1 m + (1 - beta1) g with beta1 = 0.9",
    "b2": "v = beta2 v + (1 - beta2) g^2 with beta2 = 0.999",
    "parts": "the new gradient counts 1 - beta only",
    "down": "the step goes against the gradient: theta minus, not plus",
    "root": "divide by sqrt(v), so that the gradient's scale cancels",
    "power": "v is the running mean of g^2, the square of each entry",
    "late": "t is 1 in the first step: correct with 1 - beta^t",
    "given": "correct with 1 - beta^t, t as it is given",
    "eps": "eps is added to the root: sqrt(v) + eps",
    "old": "the step takes the new m and v",
    "hats": "return m and v; the corrected ones serve only this step",
}, {
    "no bias correction": dict(m_hat=0, v_hat=0),
    "only m corrected": dict(v_hat=0),
    "only v corrected": dict(m_hat=0),
    "the betas swapped": dict(b1=0.999, b2=0.9),
    "0.99 for beta2": dict(b2=0.99),
    "beta and 1 - beta swapped": dict(b1=0.1, b2=0.001),
    "the gradient in full": dict(parts=1),
    "uphill": dict(down=-1),
    "no square root": dict(root=unchanged),
    "v without the square": dict(power=1),
    "steps counted from 0": dict(late=1),
    "one step too few": dict(late=-1),
    "eps inside the root": dict(root=lambda v: np.sqrt(v + 1e-8), eps=0),
    "no eps": dict(eps=0),
    "corrected as in the first step": dict(given=lambda *c: (*c[:4], 1, c[5])),
    "the step of the old averages": dict(old=True),
    "corrected averages returned": dict(hats=True),
}  # fmt: skip
