import { Button } from '@portal/ui/button'
import { classNames } from '@portal/ui/class-names'
import { useRef, useState } from 'react'
import { type Choice, choices, quizQuestions } from './quiz-questions.ts'
import { type Answers, quizResult } from './quiz-result.ts'
import { ResultReport } from './result-report.tsx'

/** Twelve questions on one page, then the result in their position; nothing leaves the browser. */
export function Quiz() {
  const [answers, setAnswers] = useState<Answers>({})
  const [isDone, setDone] = useState(false)
  const top = useRef<HTMLDivElement>(null)
  const answered = Object.keys(answers).length
  const show = (done: boolean) => {
    setDone(done)
    top.current?.focus()
    top.current?.scrollIntoView({ block: 'start' })
  }
  const restart = () => {
    setAnswers({})
    show(false)
  }
  return (
    <div ref={top} tabIndex={-1} className="scroll-mt-16 border-default border-t outline-none">
      {isDone ? (
        <ResultReport result={quizResult(answers)} onChange={() => show(false)} onRestart={restart} />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            show(true)
          }}
        >
          <ol>
            {quizQuestions.map(({ text }, index) => (
              <li key={text} className="border-default border-b">
                <Question
                  number={index + 1}
                  text={text}
                  chosen={answers[index]}
                  onChoose={(choice) => setAnswers((now) => ({ ...now, [index]: choice }))}
                />
              </li>
            ))}
          </ol>
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-pad py-6">
            <p role="status" className="text-14 text-secondary tabular-nums">
              {answered} of {quizQuestions.length} answered
            </p>
            <Button type="submit" variant="primary" size="xl">
              Show my result
            </Button>
          </div>
        </form>
      )}
    </div>
  )
}

interface QuestionProps {
  readonly number: number
  readonly text: string
  readonly chosen: Choice | undefined
  readonly onChoose: (choice: Choice) => void
}

/** Native radio buttons: the browser asks for those that are left out. */
function Question({ number, text, chosen, onChoose }: QuestionProps) {
  return (
    <fieldset className="grid items-center gap-x-8 gap-y-4 px-pad py-6 md:grid-cols-[1fr_auto]">
      <legend className="sr-only">{text}</legend>
      <p aria-hidden="true" className="flex gap-4 text-pretty font-medium text-18">
        <span className="w-6 shrink-0 text-tertiary tabular-nums">{number}</span>
        {text}
      </p>
      <div className="flex flex-wrap gap-2 max-md:ms-10">
        {choices.map(({ label }) => (
          <label
            key={label}
            className={classNames(
              'relative inline-flex h-10 cursor-pointer items-center rounded-pill border px-4 font-medium text-14 has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
              label === chosen
                ? 'border-accent bg-accent text-accent-on'
                : 'border-control bg-panel text-secondary hover:bg-hover hover:text-primary',
            )}
          >
            <input
              type="radio"
              name={`question-${number}`}
              value={label}
              checked={label === chosen}
              onChange={() => onChoose(label)}
              required
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
