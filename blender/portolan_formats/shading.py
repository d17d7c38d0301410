# SPDX-License-Identifier: MIT
"""What a material shows: the image of its surface, where that lies, or a plain color."""
from dataclasses import dataclass, field

import numpy as np
from mathutils import Matrix

COLORS = ("Base Color", "Color", "Diffuse Color", "Emission", "Emission Color")
KINDS = ("SHADER", "RGBA", "VALUE", "VECTOR")  # of sockets: how near they are to what is seen
PASSING = ("REROUTE", "GROUP", "GROUP_INPUT", "GROUP_OUTPUT")
UNSEEN = ("BSDF_TRANSPARENT", "HOLDOUT")
UNTOUCHED = (0.8, 0.8, 0.8)  # the color of a material that nobody gave one


# ---- Nodes ---------------------------------------------------------------------------------------------

def rank(socket):
    return (COLORS.index(socket.name) if socket.name in COLORS else len(COLORS),
            KINDS.index(socket.type) if socket.type in KINDS else len(KINDS))


def before(link):
    """The sockets that make what a link carries, what gives a color first. Of what is shaded only colors
    are seen: bumps, roughness and masks are no picture of it."""
    node = link.from_node
    own = [s for s in node.inputs if link.from_socket.type != "SHADER" or s.type in ("SHADER", "RGBA")]
    inner = []
    if node.type == "GROUP" and node.node_tree:
        out = next((n for n in node.node_tree.nodes if n.type == "GROUP_OUTPUT" and n.is_active_output), None)
        inner = [out.inputs[list(node.outputs).index(link.from_socket)]] if out else []
    return inner + sorted(own, key=rank)


def surface_of(material):
    """The socket that says what is seen of a material, or None."""
    if material is None or not material.use_nodes or not material.node_tree:
        return None
    output = next((n for n in material.node_tree.nodes if n.type == "OUTPUT_MATERIAL" and n.is_active_output),
                  None)
    return output.inputs["Surface"] if output else None


# ---- The image -----------------------------------------------------------------------------------------

def image_before(socket, seen, through):
    """The image node a socket is fed by, through whatever is between: names of nodes that change colors."""
    for link in socket.links:
        node = link.from_node
        if node.type == "TEX_IMAGE" and node.image:
            return node
        if link.from_socket in seen:
            continue
        seen.add(link.from_socket)
        for each in before(link):
            found = image_before(each, seen, through) if each.is_linked else None
            if found:
                if link.from_socket.type != "SHADER" and node.type not in PASSING:
                    through.append(node.name)
                return found
    return None


def image_node(material, through=None):
    """What its surface shows; where that says nothing, the active one of the image nodes that nothing asks
    for otherwise, as other programs do."""
    if material is None or not material.use_nodes or not material.node_tree:
        return None
    surface, tree = surface_of(material), material.node_tree
    found = image_before(surface, set(), [] if through is None else through) if surface else None
    if found:
        return found
    images = [n for n in tree.nodes if n.type == "TEX_IMAGE" and n.image and
              not any(s.is_linked for s in n.outputs)]
    return tree.nodes.active if tree.nodes.active in images else next(iter(images), None)


# ---- Where it lies -------------------------------------------------------------------------------------

@dataclass
class Placing:
    """How coordinates of corners become those of an image."""
    layer: str = ""  # the one that is rendered if empty
    matrix: np.ndarray = field(default_factory=lambda: np.eye(4))
    odd: str = ""  # what places the image otherwise

    def put(self, uv):
        flat = np.zeros(uv.shape[:-1] + (4,))
        flat[..., :2], flat[..., 3] = uv, 1
        return (flat @ self.matrix.T)[..., :2]


def mapping(node):
    """The matrix of a Mapping node, or None where there is none."""
    inputs = [node.inputs[n] for n in ("Location", "Rotation", "Scale")]
    if node.vector_type == "NORMAL" or any(s.is_linked for s in inputs):
        return None
    location, rotation, scale = (s.default_value for s in inputs)
    turned = rotation.to_matrix().to_4x4() @ Matrix.Diagonal((*scale, 1))
    if node.vector_type == "VECTOR":
        return np.array(turned)
    moved = np.array(Matrix.Translation(location) @ turned)
    return np.linalg.pinv(moved) if node.vector_type == "TEXTURE" else moved


def source_of(socket, out):
    """The link that coordinates come by, once mappings have been put into the matrix; None: there is none."""
    while socket.is_linked:
        link = socket.links[0]
        node = link.from_node
        here = mapping(node) if node.type == "MAPPING" and not node.mute else np.eye(4)
        if node.type not in ("MAPPING", "REROUTE") or here is None:
            return link
        out.matrix = out.matrix @ here
        socket = node.inputs[0]
    return None


def placing(material):
    """Of the image of a material."""
    node, out = image_node(material), Placing()
    if node is None:
        return out
    link = source_of(node.inputs["Vector"], out)
    if node.projection != "FLAT":
        out.odd = "a projection"
    elif link and link.from_node.type == "UVMAP":
        out.layer = link.from_node.uv_map
    elif link and link.from_node.type == "ATTRIBUTE":
        out.layer = link.from_node.attribute_name
    elif link and (link.from_node.type != "TEX_COORD" or link.from_socket.name != "UV"):
        out.odd = "'%s' of the node '%s'" % (link.from_socket.name, link.from_node.name)
    if out.odd:
        out.matrix = np.eye(4)
    return out


def say_unlike(material, losses):
    """What is made of an image by nodes, and not by the engine."""
    odd, through = placing(material).odd, []
    image_node(material, through)
    if odd:
        losses.add("the image of material '%s' is placed by %s; the engine places it by UVs" %
                   (material.name, odd))
    if through:
        losses.add("the image of material '%s' is exported without what nodes make of it: %s" %
                   (material.name, ", ".join("'%s'" % name for name in reversed(through))))


# ---- A plain color -------------------------------------------------------------------------------------

def color_before(socket, seen):
    """The color a socket is fed, if that is one and the same everywhere; linear."""
    for link in socket.links:
        node = link.from_node
        if node.type == "RGB":
            return tuple(node.outputs[0].default_value[:3])
        if link.from_socket in seen or node.type in UNSEEN:
            continue
        seen.add(link.from_socket)
        shaders = [s for s in before(link) if s.type == "SHADER"]
        colors = [s for s in before(link) if s.type == "RGBA" and s.name in COLORS]
        if link.from_socket.type == "SHADER" and colors and not colors[0].is_linked:
            return tuple(colors[0].default_value[:3])
        for each in shaders + colors[:1]:
            found = color_before(each, seen)
            if found:
                return found
    return None


def plain_color(material):
    """What a material without an image looks like, if somebody chose that."""
    surface = surface_of(material)
    found = color_before(surface, set()) if surface else None
    return found if found and np.abs(np.array(found) - UNTOUCHED).max() > 1e-6 else None
