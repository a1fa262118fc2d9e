import { useState } from 'react'

/**
 * The draft of a form whose value others may save meanwhile. `latest` is the value as the server
 * has it now, compared as JSON. Where nothing was typed the draft follows it; what was typed stays,
 * and `isBehind` says that it began from an older value, until `reload` drops it. `showSaved` is
 * for what the server made of the draft.
 */
export function useKeptDraft<Value, Draft>(latest: Value, draftOf: (value: Value) => Draft) {
  const [opened, setOpened] = useState(latest)
  const [draft, setDraft] = useState(() => draftOf(latest))
  const isChanged = !isSame(draft, draftOf(opened))
  const isBehind = !isSame(latest, opened)
  const reload = () => {
    setOpened(latest)
    setDraft(draftOf(latest))
  }
  // The same draft as saved by others, or as one's own save came back.
  if (isBehind && (!isChanged || isSame(draft, draftOf(latest)))) reload()
  return {
    draft,
    setDraft,
    isChanged,
    isBehind,
    reload,
    showSaved: (value: Value) => setDraft(draftOf(value)),
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
