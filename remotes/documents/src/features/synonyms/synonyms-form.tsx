import { checkInput } from '@portal/contracts/check-input'
import { SynonymList, synonymsApi } from '@portal/contracts/synonyms'
import { ChangedMeanwhile } from '@portal/remote-kit/meanwhile-note'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useKeptDraft } from '@portal/remote-kit/use-kept-draft'
import { Button } from '@portal/ui/button'
import { TextAreaField } from '@portal/ui/text-area-field'
import { useUnsavedText } from '@portal/ui/unsaved-text'
import { useRef, useState } from 'react'

/** The list as it is typed: a group a line, with commas between its words. */
function typed({ groups }: SynonymList): string {
  return groups.map((group) => group.join(', ')).join('\n')
}

/** The lines that are not empty, with their numbers, so that a refusal can name the line. */
function linesOf(text: string) {
  return text.split('\n').flatMap((line, at) => {
    const words = line
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '')
    return words.length === 0 ? [] : [{ number: at + 1, words }]
  })
}

/** "groups.2.0" is the third line that is not empty. */
function sentenceOf(fields: Readonly<Record<string, string>>, lines: ReturnType<typeof linesOf>) {
  const [field, sentence] = Object.entries(fields)[0] ?? []
  if (field === undefined || sentence === undefined) return undefined
  const line = lines[Number(field.split('.')[1])]
  return line ? `Line ${line.number}: ${sentence}` : sentence
}

/** An organization's own synonyms in one field. What is refused is said at its line. */
export function SynonymsForm({ list }: { readonly list: SynonymList }) {
  const { draft: text, setDraft: setText, ...kept } = useKeptDraft(list, typed)
  const [isRefused, setRefused] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const { mutate, isPending } = useReportedMutation(synonymsApi.replaceSynonyms, {
    refreshes: [synonymsApi.readSynonyms.path],
    success: 'Synonyms saved',
    failure: 'Failed to save the synonyms',
    onDone: kept.showSaved,
  })
  const lines = linesOf(text)
  const { data, fields } = checkInput(SynonymList, { groups: lines.map(({ words }) => words) })
  const { isChanged, isBehind, reload, seen } = kept
  useUnsavedText(() => isChanged && !isPending)
  const submit = () => {
    setRefused(data === null)
    if (data) mutate({ body: { ...data, seen } })
    else area.current?.focus()
  }
  return (
    <form
      noValidate
      aria-label="Synonyms"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextAreaField
        ref={area}
        label="Words that mean the same"
        hint="One group per line, separated by commas: EWC, works council, employee representatives"
        error={isRefused && fields ? sentenceOf(fields, lines) : undefined}
        rows={12}
        spellCheck={false}
        disabled={isPending}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ChangedMeanwhile isShown={isBehind && !isPending} onReload={reload} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={isPending} disabled={!isChanged}>
          {isPending ? 'Saving...' : 'Save synonyms'}
        </Button>
        {isChanged && (
          <Button disabled={isPending} onClick={reload}>
            Discard changes
          </Button>
        )}
      </div>
    </form>
  )
}
