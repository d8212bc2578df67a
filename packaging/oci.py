"""An image in the layout of the Open Container Initiative, as one archive: no daemon takes part."""
import json

from files import LEVEL, File, digest, packed, tar

LAYER = "application/vnd.oci.image.layer.v1.tar+gzip"
CONFIGURATION = "application/vnd.oci.image.config.v1+json"
MANIFEST = "application/vnd.oci.image.manifest.v1+json"
INDEX = "application/vnd.oci.image.index.v1+json"


def archive(root_files, architecture, labels, created, time):
    """An archive of a layout with one image of one layer, which holds `root_files`."""
    blobs = []

    def blob(content, media_type, **more):
        blobs.append(File(f"blobs/sha256/{digest(content)}", content))
        return {"mediaType": media_type, "digest": f"sha256:{digest(content)}", "size": len(content), **more}

    plain = tar(root_files, time)
    layer = blob(packed(plain, LEVEL), LAYER)
    configuration = blob(document({
        "created": created, "architecture": architecture, "os": "linux",
        "config": {"Entrypoint": ["/usr/bin/tidemark"], "Cmd": ["--help"], "WorkingDir": "/work",
                   "Env": ["PATH=/usr/bin"], "Labels": labels},
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{digest(plain)}"]},
        "history": [{"created": created, "created_by": "bin/package"}],
    }), CONFIGURATION)
    manifest = blob(document({
        "schemaVersion": 2, "mediaType": MANIFEST, "config": configuration, "layers": [layer], "annotations": labels,
    }), MANIFEST, platform={"architecture": architecture, "os": "linux"},
        annotations={"org.opencontainers.image.ref.name": f"tidemark:{labels['org.opencontainers.image.version']}"})
    index = document({"schemaVersion": 2, "mediaType": INDEX, "manifests": [manifest]})
    return tar([File("oci-layout", document({"imageLayoutVersion": "1.0.0"})), File("index.json", index), *blobs], time)


def document(value):
    return json.dumps(value, indent=1, sort_keys=True).encode()
