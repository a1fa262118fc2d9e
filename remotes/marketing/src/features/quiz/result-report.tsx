import { Button } from '@portal/ui/button'
import type { QuizResult } from './quiz-result.ts'

interface ResultReportProps {
  readonly result: QuizResult
  readonly onChange: () => void
  readonly onRestart: () => void
}

/** The level, how it came about, and what to do first. */
export function ResultReport({ result, onChange, onRestart }: ResultReportProps) {
  const { level, explanation, points, pointsMax, areas, steps } = result
  return (
    <div className="grid lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <section aria-labelledby="level" className="px-pad py-12">
        <p className="text-14 text-tertiary">Your result</p>
        <h2 id="level" className="mt-1 font-semibold text-heading">
          {level}
        </h2>
        <p className="mt-4 text-pretty text-secondary">{explanation}</p>
        <p className="mt-4 text-14 text-secondary tabular-nums">
          {points} of {pointsMax} points. Yes counts 2, Partly 1, No 0.
        </p>
        <dl className="mt-7 grid gap-4">
          {areas.map(({ area, points: got, pointsMax: most }) => (
            <div key={area} className="grid grid-cols-[1fr_auto] gap-y-1.5 text-14">
              <dt className="font-medium">{area}</dt>
              <dd className="text-secondary tabular-nums">
                {got} of {most}
              </dd>
              <dd aria-hidden="true" className="col-span-2">
                <svg
                  aria-hidden="true"
                  viewBox="0 0 100 4"
                  preserveAspectRatio="none"
                  className="h-1.5 w-full overflow-hidden rounded-pill bg-active text-accent"
                >
                  <rect width={(100 * got) / most} height="4" fill="currentColor" />
                </svg>
              </dd>
            </div>
          ))}
        </dl>
        <div className="mt-9 flex flex-wrap gap-3">
          <Button size="lg" onClick={onChange}>
            Change my answers
          </Button>
          <Button size="lg" variant="ghost" onClick={onRestart}>
            Start again
          </Button>
        </div>
      </section>
      <section
        aria-labelledby="steps"
        className="border-default bg-panel px-pad py-12 max-lg:border-t lg:border-l"
      >
        <h2 id="steps" className="font-semibold text-20">
          {steps.length === 0 ? 'Nothing left open' : 'What to do next'}
        </h2>
        {steps.length === 0 ? (
          <p className="mt-3 text-secondary">You answered every question with Yes.</p>
        ) : (
          <ol className="mt-5 grid gap-5">
            {steps.map(({ text, advice, area }) => (
              <li key={text} className="border-default not-first:border-t not-first:pt-5">
                <p className="text-13 text-tertiary">{area}</p>
                <p className="mt-0.5 font-medium">{advice}</p>
                <p className="mt-1 text-14 text-secondary">You were asked: {text}</p>
              </li>
            ))}
          </ol>
        )}
      </section>
    </div>
  )
}
