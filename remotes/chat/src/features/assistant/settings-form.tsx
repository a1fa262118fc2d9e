import { assistantApi } from '@portal/contracts/answer-stream'
import { AssistantSettings, type AssistantUse } from '@portal/contracts/assistant-settings'
import { checkInput } from '@portal/contracts/check-input'
import { ChangedMeanwhile } from '@portal/remote-kit/meanwhile-note'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useKeptDraft } from '@portal/remote-kit/use-kept-draft'
import { Button } from '@portal/ui/button'
import { Card } from '@portal/ui/card'
import { CheckboxField } from '@portal/ui/checkbox-field'
import { TextField } from '@portal/ui/text-field'
import { useUnsavedText } from '@portal/ui/unsaved-text'
import { useRef, useState } from 'react'
import { overBudgetWords } from './use-words.ts'

/** The fields as they are typed; empty ones mean "as the portal allows". */
interface Draft {
  readonly isModelUsed: boolean
  readonly tokensPerPerson: string
  readonly tokensPerOrganization: string
}

function draftOf({ isModelUsed, tokensPerPerson, tokensPerOrganization }: AssistantSettings): Draft {
  const shown = (value: number | null) => (value === null ? '' : value.toLocaleString('en'))
  return {
    isModelUsed,
    tokensPerPerson: shown(tokensPerPerson),
    tokensPerOrganization: shown(tokensPerOrganization),
  }
}

/** Spaces and commas group digits; what is no number then stays text, and the check refuses it. */
function settingsOf({ isModelUsed, tokensPerPerson, tokensPerOrganization }: Draft) {
  const optional = (text: string) => {
    const digits = text.replace(/[\s,]/g, '')
    if (digits === '') return null
    return /^\d+$/.test(digits) ? Number(digits) : text
  }
  return {
    isModelUsed,
    tokensPerPerson: optional(tokensPerPerson),
    tokensPerOrganization: optional(tokensPerOrganization),
  }
}

/** The model's switch and the budgets, for admins. What is wrong is said at its field. */
export function SettingsForm({ use }: { readonly use: AssistantUse }) {
  // What is used meanwhile is no change of the settings.
  const kept = useKeptDraft(AssistantSettings.parse(use), draftOf)
  const { draft, setDraft, isChanged, isBehind, reload, seen } = kept
  const [isRefused, setRefused] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { mutate, isPending } = useReportedMutation(assistantApi.changeAssistant, {
    refreshes: [assistantApi.readAssistant.path],
    success: 'Settings saved',
    failure: 'Failed to save the settings',
    onDone: kept.showSaved,
  })
  const { data, fields } = checkInput(AssistantSettings, settingsOf(draft))
  const errors = isRefused ? (fields ?? {}) : {}
  const change = (next: Partial<Draft>) => setDraft((now) => ({ ...now, ...next }))
  const submit = () => {
    setRefused(data === null)
    if (data) return mutate({ body: { ...data, seen } })
    // After the refusal is drawn, the first wrong field gets the focus.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  const budget = (name: 'tokensPerPerson' | 'tokensPerOrganization', allowed: number | undefined) => ({
    value: draft[name],
    disabled: isPending,
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    hint: allowedWords(allowed),
    error: errors[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
  useUnsavedText(() => isChanged && !isPending)
  return (
    <form
      ref={form}
      noValidate
      aria-label="Assistant settings"
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {use.hasModel && (
        <Card title="Language model">
          <fieldset disabled={isPending} className="px-2 py-3">
            <CheckboxField
              label="Answer with the language model"
              checked={draft.isModelUsed}
              onCheckedChange={(isModelUsed) => change({ isModelUsed })}
            />
            <p className="px-2 text-13 text-secondary">
              Off: questions and passages are not sent to it, from the next question on. Answers are then
              quoted from the documents word by word.
            </p>
          </fieldset>
        </Card>
      )}
      <Card title="Budgets of a day">
        <div className="grid grid-cols-1 items-start gap-4 p-4 lg:grid-cols-2">
          <TextField
            label="Tokens of each person"
            optional
            {...budget('tokensPerPerson', use.allowed?.perPerson)}
          />
          <TextField
            label="Tokens of the organization"
            optional
            {...budget('tokensPerOrganization', use.allowed?.perOrganization)}
          />
        </div>
        <p className="border-subtle border-t px-4 py-3 text-13 text-secondary">{overBudgetWords(use)}</p>
      </Card>
      <ChangedMeanwhile isShown={isBehind && !isPending} onReload={reload} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={isPending} disabled={!isChanged}>
          {isPending ? 'Saving...' : 'Save settings'}
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

function allowedWords(allowed: number | undefined): string {
  if (allowed === undefined) return 'Empty: no limit.'
  return `Empty: the ${allowed.toLocaleString('en')} that the portal allows; more has no effect.`
}
