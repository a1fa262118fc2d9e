import { useState } from 'react'

/**
 * The draft of a form whose value others may save meanwhile. `latest` is the value as the server
 * has it now, compared as JSON. Where nothing was typed the draft follows it; what was typed stays,
 * and `isBehind` says that it began from an older value, until `reload` drops it. `showSaved` is
 * for what the server made of the draft. `seen` is the value that the draft began with, for a save
 * to be refused if it is another one by then.
 */
export function useKeptDraft<Value, Draft>(latest: Value, draftOf: (value: Value) => Draft) {
  const [opened, setOpened] = useState(latest)
  const [draft, setDraft] = useState(() => draftOf(latest))
  /** One's own save, until it is read back. */
  const [saved, setSaved] = useState<{ readonly value: Value } | null>(null)
  const isChanged = !isSame(draft, draftOf(opened))
  const isBehind = !isSame(latest, opened)
  const reload = () => {
    setOpened(latest)
    setDraft(draftOf(latest))
    setSaved(null)
  }
  // The same draft as saved by others, or as one's own save came back.
  if (isBehind && (!isChanged || isSame(draft, draftOf(latest)))) reload()
  return {
    draft,
    setDraft,
    isChanged,
    isBehind,
    reload,
    seen: saved ? saved.value : opened,
    showSaved: (value: Value) => {
      setSaved({ value })
      setDraft(draftOf(value))
    },
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
