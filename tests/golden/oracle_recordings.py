"""What the model exact gives back of every recording at hand: oracle_recordings.py DATA HOTPATH RESULT (script/calibrate --oracle).

A recording is a file of DATA that has orders: ITCH 5.0, LOBSTER, MoldUDP64 in pcap, DBN of the schema mbo.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

PATTERNS = ["itch50/**/*", "lobster/*.zip", "pcap/**/*.pcap", "databento/**/*mbo*.dbn*"]
KEPT = ["orders", "orders_exact", "executions", "exact", "invented", "late", "refused_for"]


def measured(hotpath, file):
    """The first model is exact. Its exit code is 1 when it does not give everything back; without a result nothing could be."""
    with tempfile.NamedTemporaryFile(suffix=".json") as result:
        run = subprocess.run([hotpath, "backtest", "oracle", file, "--one-in", "10", "--runs", "10", "--json", result.name],
                             capture_output=True, text=True, check=False)
        text = Path(result.name).read_text()
    if not text:
        return {"error": run.stderr.strip().split(": ", 2)[-1]}
    exact = json.loads(text)["models"][0]
    return {key: exact[key] for key in KEPT} | {"exit_code": run.returncode}


def main():
    data, hotpath, result = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
    files = sorted({file for pattern in PATTERNS for file in data.glob(pattern) if file.is_file() and file.suffix not in (".md", ".txt")})
    rows = [{"file": str(file.relative_to(data))} | measured(hotpath, file) for file in files]
    result.write_text(json.dumps(rows, indent=2) + "\n")


if __name__ == "__main__":
    main()
