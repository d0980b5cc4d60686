/** Written by make dist from answer.css. */
export default ".mycel-answer{margin:.4em .6em;padding:.75em 1em;border-radius:8px;background:var(--_raised);font-size:.9375em;white-space:pre-wrap}.mycel-sources-title{margin-block-start:.6em!important;color:var(--_quiet);font-size:.9em}.mycel-sources{padding-inline-start:1.5em;font-size:.9375em;white-space:normal}";
