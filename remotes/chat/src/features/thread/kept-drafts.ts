import { tabList } from './tab-list.ts'

/** A question that is typed and not sent. */
interface KeptDraft {
  /** Whose it is; null as long as nobody is logged in. */
  readonly personId: string | null
  readonly threadKey: string
  readonly text: string
}

const { read, write } = tabList<KeptDraft>(
  'chat-drafts',
  ({ personId, threadKey, text }) =>
    (personId === null || typeof personId === 'string') &&
    typeof threadKey === 'string' &&
    typeof text === 'string',
)

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
