/** Text as it was read: this is what can be found and cited. */
export function TextOfPage({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <section
      aria-label={label}
      className="min-w-0 rounded-card border border-default bg-panel px-4 py-4 text-13 leading-prose"
    >
      {text === '' ? (
        <p className="text-tertiary">No text was read on this page.</p>
      ) : (
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere] [unicode-bidi:plaintext]">{text}</p>
      )}
    </section>
  )
}
