/** A question that is typed and not sent. */
interface KeptDraft {
  /** Whose it is; null as long as nobody is logged in. */
  readonly personId: string | null
  readonly threadKey: string
  readonly text: string
}

const storageKey = 'chat-drafts'

/** What this tab keeps for the person; what was typed before they logged in is theirs, too. */
export function keptDraft({ personId, threadKey }: Omit<KeptDraft, 'text'>): string {
  const kept = read().find((draft) => draft.threadKey === threadKey && mayHave(personId, draft))
  return kept?.text ?? ''
}

/** Keeps a draft until the tab is closed; an empty one, and those of others, are forgotten. */
export function keepDraft(draft: KeptDraft): void {
  const others = read().filter((each) => each.threadKey !== draft.threadKey && mayHave(draft.personId, each))
  write(draft.text === '' ? others : [...others, draft])
}

const mayHave = (personId: string | null, draft: KeptDraft): boolean =>
  draft.personId === null || draft.personId === personId

/** Whatever is stored: another version of this screen may have written it. */
function read(): KeptDraft[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isDraft) : []
  } catch {
    return []
  }
}

function isDraft(value: unknown): value is KeptDraft {
  if (typeof value !== 'object' || value === null) return false
  const { personId, threadKey, text } = value as Record<string, unknown>
  return (
    (personId === null || typeof personId === 'string') &&
    typeof threadKey === 'string' &&
    typeof text === 'string'
  )
}

function write(drafts: readonly KeptDraft[]): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(drafts))
  } catch {
    // A full or forbidden store costs the draft after a reload.
  }
}
