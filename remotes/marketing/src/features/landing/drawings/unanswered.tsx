import { Badge } from '@portal/ui/badge'
import { Drawing, Panel, PanelHead, PanelRow } from './drawing.tsx'

const questions = [
  { question: 'May I expense a home office chair?', count: 9 },
  { question: 'Who signs a data processing agreement?', count: 6 },
  { question: 'Do near misses go in the breach log?', count: 4 },
]

export function Unanswered() {
  return (
    <Drawing label="Unanswered questions with counts and one recommendation marked High.">
      <Panel className="rounded-b-none border-b-0">
        <PanelHead
          title="Unanswered questions"
          aside={<span className="text-12 text-tertiary">30 days</span>}
        />
        <ul>
          {questions.map(({ question, count }) => (
            <PanelRow key={question}>
              <span className="min-w-0 flex-1 truncate">{question}</span>
              <span className="font-semibold">{count}×</span>
            </PanelRow>
          ))}
          <PanelRow>
            <Badge tone="danger">High</Badge>
            <span className="min-w-0 flex-1 truncate text-secondary">
              Add chairs to the Expense Guideline
            </span>
          </PanelRow>
        </ul>
      </Panel>
    </Drawing>
  )
}
