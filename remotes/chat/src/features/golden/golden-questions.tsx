import { chatApi } from '@portal/contracts/chat'
import type { GoldenQuestion, GoldenResult } from '@portal/contracts/golden-questions'
import { ConfirmAct } from '@portal/remote-kit/confirm-act'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { useOpenedByAddress } from '@portal/remote-kit/use-opened-by-address'
import { Badge, type BadgeTone } from '@portal/ui/badge'
import { Button } from '@portal/ui/button'
import { Card } from '@portal/ui/card'
import { DeleteButton } from '@portal/ui/delete-button'
import { Table, TableCell, TableRow } from '@portal/ui/table'
import { useFocusAfterRemoval } from '@portal/ui/use-focus-after-removal'
import { Plus, Target } from 'lucide-react'
import { useState } from 'react'
import { ListStates } from '../learned/list-states.tsx'
import { useNames } from '../names/use-names.ts'
import { GoldenDialog } from './golden-dialog.tsx'

const columns = [
  { label: 'Question' },
  { label: 'Should be answered by', className: 'w-64' },
  { label: 'Latest result', className: 'w-44' },
  { label: 'Remove', isHidden: true, className: 'w-32' },
]

interface GoldenQuestionsProps {
  /** Of the latest run, by question. */
  readonly results: ReadonlyMap<string, GoldenResult>
}

/** The questions with what the latest run made of each. */
export function GoldenQuestions({ results }: GoldenQuestionsProps) {
  const questions = useRouteQuery(chatApi.listGoldenQuestions, { query: {} })
  const table = useFocusAfterRemoval<HTMLTableElement>(questions.data?.length ?? 0)
  const [isAdding, setAdding] = useState(false)
  useOpenedByAddress('new-question', () => setAdding(true))
  return (
    <Card
      title="Questions"
      count={questions.data?.length}
      aside={
        <Button size="sm" onClick={() => setAdding(true)}>
          <Plus aria-hidden="true" className="size-3.5" />
          Add question
        </Button>
      }
    >
      <ListStates
        query={questions}
        name="golden questions"
        empty={{
          icon: <Target />,
          title: 'No golden questions yet',
          description: 'Add questions that people ask, each with the document that should answer.',
        }}
      >
        <Table ref={table} label="Golden questions" columns={columns}>
          {questions.data?.map((golden) => (
            <GoldenRow key={golden.id} golden={golden} result={results.get(golden.id)} />
          ))}
        </Table>
      </ListStates>
      {isAdding && <GoldenDialog onClose={() => setAdding(false)} />}
    </Card>
  )
}

interface GoldenRowProps {
  readonly golden: GoldenQuestion
  readonly result: GoldenResult | undefined
}

function GoldenRow({ golden, result }: GoldenRowProps) {
  const { id, question, documentId, words, isClosed } = golden
  const [isRemoving, setRemoving] = useState(false)
  const { documentTitle } = useNames()
  const look = lookOf(result)
  return (
    <TableRow>
      <TableCell isWide>
        <span dir="auto" className="break-words font-medium">
          {question}
        </span>
      </TableCell>
      <TableCell isWide>
        <span className="text-tertiary @table:sr-only">Should be answered by </span>
        <bdi className="break-words">{documentTitle(documentId)}</bdi>
        {isClosed && <span className="block text-12 text-warning-text">Not in force, or deleted</span>}
        {words !== '' && <span className="block break-words text-12 text-tertiary">“{words}”</span>}
      </TableCell>
      <TableCell>
        <span className="sr-only">Latest result: </span>
        <Badge tone={look.tone}>{look.label}</Badge>
      </TableCell>
      <TableCell className="text-end">
        <DeleteButton label={`Delete ${question}`} onDelete={() => setRemoving(true)} />
        {isRemoving && (
          <ConfirmAct
            route={chatApi.removeGoldenQuestion}
            input={{ params: { id } }}
            refreshes={[chatApi.listGoldenQuestions.path]}
            success="Golden question removed"
            failure="Failed to remove the golden question"
            title="Remove golden question"
            question="It will no longer be asked, and its results leave the trend."
            confirmLabel="Remove question"
            onClose={() => setRemoving(false)}
          />
        )}
      </TableCell>
    </TableRow>
  )
}

function lookOf(result: GoldenResult | undefined): { readonly label: string; readonly tone: BadgeTone } {
  if (!result) return { label: 'Not asked yet', tone: 'neutral' }
  if (result.isRightDocument && result.hasWords !== false) return { label: 'Right', tone: 'success' }
  if (result.outcome === 'no_evidence') return { label: 'Not answered', tone: 'warning' }
  if (result.isRightDocument) return { label: 'Other words', tone: 'warning' }
  return { label: 'Other document', tone: 'danger' }
}
