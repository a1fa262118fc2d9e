import { type Area, areas, type Choice, choices, type QuizQuestion, quizQuestions } from './quiz-questions.ts'

/** The chosen answers, by the question's index. */
export type Answers = Readonly<Record<number, Choice>>

interface AreaResult {
  readonly area: Area
  readonly points: number
  readonly pointsMax: number
}

export interface QuizResult {
  readonly points: number
  readonly pointsMax: number
  readonly level: string
  readonly explanation: string
  readonly areas: readonly AreaResult[]
  /** What was not answered with Yes, the worst first. */
  readonly steps: readonly QuizQuestion[]
}

/** From the share of points on, the best first. */
const levels = [
  {
    from: 0.85,
    level: 'Ready',
    explanation:
      'Your policies are found, controlled and provable. What remains is to keep it so as people and rules change.',
  },
  {
    from: 0.6,
    level: 'Nearly ready',
    explanation:
      'The foundations are there. An audit would find single gaps rather than a missing system; close those named below first.',
  },
  {
    from: 0.35,
    level: 'On the way',
    explanation:
      'Some parts work, but they depend on single people or folders. Begin with the area that scored lowest.',
  },
  {
    from: 0,
    level: 'At the start',
    explanation:
      'Much rests on memory. One library with one version in force for each policy makes everything after it easier.',
  },
] as const

const yesPoints = choices[0].points

function pointsOf(choice: Choice | undefined): number {
  return choices.find(({ label }) => label === choice)?.points ?? 0
}

/** The result of a finished quiz; an open question counts as No. */
export function quizResult(answers: Answers): QuizResult {
  const scored = quizQuestions.map((question, index) => ({ question, points: pointsOf(answers[index]) }))
  const sum = (of: typeof scored) => of.reduce((total, { points }) => total + points, 0)
  const pointsMax = quizQuestions.length * yesPoints
  const points = sum(scored)
  const { level, explanation } = levels.find(({ from }) => points / pointsMax >= from) ?? levels[3]
  return {
    points,
    pointsMax,
    level,
    explanation,
    areas: areas.map((area) => {
      const those = scored.filter(({ question }) => question.area === area)
      return { area, points: sum(those), pointsMax: those.length * yesPoints }
    }),
    steps: scored
      .filter(({ points: got }) => got < yesPoints)
      .toSorted((a, b) => a.points - b.points)
      .map(({ question }) => question),
  }
}
