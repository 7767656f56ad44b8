"""Where the numbers of a table are from: a line for each result, made a footnote that a page has once."""

import re

SOURCE_LINE = re.compile(r"\d{4}-\d\d-\d\d, \d+ cores of .+?; (?:one thread|cache-line round trip \d+ ns)\. "
                         r"`bench/results/([\w-]+)/(\w+)/[^`]+`; repeat with `script/bench[ -]\w+`\.")


def source_line(run):
    provenance = run.provenance
    stale = f" (**{run.why_stale}**)" if run.why_stale else ""
    ping_pong = provenance.get("ping_pong_ns_before")
    round_trip = "one thread" if ping_pong is None else f"cache-line round trip {ping_pong:.0f} ns"
    return (f"{provenance['date'][:10]}, {provenance['cores']} cores of {provenance['cpu']}, Linux {provenance['kernel']}, "
            f"{provenance['compiler']} `{provenance['flags'].strip()}`, commit {provenance['commit']}{stale}; {round_trip}. "
            f"`{run.name}`; repeat with `{provenance.get('command', f'script/bench {run.bench}')}`.")


def sources(runs):
    """One paragraph: the results of each kind of host."""
    by_kind = {}
    for run in sorted(runs, key=lambda run: run.kind.order):
        by_kind.setdefault(run.kind, {})[source_line(run)] = None
    return "; ".join(f"{kind}: {' '.join(lines)}" for kind, lines in by_kind.items()) + "\n"


def with_footnotes(table, labels):
    """Each source line becomes a footnote; the first table of a page that names one defines it. `labels` are those of the page."""
    definitions = []

    def note(found):
        line = found.group()
        if line not in labels:
            labels[line] = f"[^{found.group(2)}-{len(labels) + 1}]"
            definitions.append(f"{labels[line]}: {line}\n")
        stale = re.search(r" \(\*\*.+?\*\*\)", line)
        return labels[line] + (stale.group() if stale else "")

    return "\n".join([SOURCE_LINE.sub(note, table), *definitions[:1]]) + "".join(definitions[1:])
