import type {
  CoverageSummary,
  DepartmentActivity,
  QuestionFigures,
  Recommendation,
} from '@portal/contracts/analytics'
import { shareText } from '@portal/contracts/share-text'

/** What recommendations rest on: the last 30 days, and everything that is open now. */
export interface Situation {
  readonly figures: QuestionFigures
  readonly coverage: CoverageSummary
  readonly departments: readonly DepartmentActivity[]
  /** Documents in any state, and questions of all time. */
  readonly totalDocuments: number
  readonly totalQuestions: number
  /** Groups of questions without an answer that may be shown. */
  readonly unanswered: number
  /** Whether the person uploads documents, else they cannot follow some of the advice. */
  readonly mayUpload: boolean
  /** Whether the person sees everybody's gaps, else only those of their own documents. */
  readonly seesGaps: boolean
}

/** Fewer questions or ratings than these say nothing about shares. */
const questionsMin = 10
const ratingsMin = 5
const shares = { noEvidenceHigh: 0.35, noEvidence: 0.2, lowRated: 0.25, rated: 0.1 }
const slowAnswerMs = 10_000
const namedMax = 3

type Rule = (situation: Situation) => Recommendation | null

/** Where the questions are that got no good answer. */
const gapsOf = ({ seesGaps }: Pick<Situation, 'seesGaps'>) =>
  seesGaps
    ? { label: 'Open the gaps', to: '/gaps' }
    : { label: 'See which questions', to: '/analytics#unanswered' }

/** Most urgent first. */
export function recommend(situation: Situation): Recommendation[] {
  const found = rules.flatMap((rule) => rule(situation) ?? [])
  const order = ['high', 'medium', 'low']
  return found.sort((a, b) => order.indexOf(a.priority) - order.indexOf(b.priority))
}

const rules: readonly Rule[] = [
  ({ totalDocuments, mayUpload }) =>
    totalDocuments > 0
      ? null
      : {
          priority: 'high',
          kind: 'no-documents',
          message: 'There are no documents yet. Upload a first policy, so that questions can be answered.',
          ...(mayUpload && { act: { label: 'Upload a document', to: '/documents' } }),
        },
  ({ totalDocuments, totalQuestions }) =>
    totalDocuments === 0 || totalQuestions > 0
      ? null
      : {
          priority: 'medium',
          kind: 'no-questions',
          message: 'Nobody has asked a question yet. Try the assistant, then show it to your colleagues.',
          act: { label: 'Ask a question', to: '/chat' },
        },
  ({ coverage: { overdue } }) =>
    overdue === 0
      ? null
      : {
          priority: 'high',
          kind: 'overdue-reviews',
          message: `${some(overdue, 'document is', 'documents are')} overdue for review.`,
          act: { label: 'See which', to: '/analytics?coverage=overdue#coverage' },
        },
  ({ figures: { questions, noEvidenceShare }, seesGaps }) =>
    questions < questionsMin || (noEvidenceShare ?? 0) < shares.noEvidence
      ? null
      : {
          priority: (noEvidenceShare ?? 0) < shares.noEvidenceHigh ? 'medium' : 'high',
          kind: 'no-evidence',
          message: `${shareText(noEvidenceShare ?? 0)} of the questions of the last 30 days found nothing in your documents.`,
          act: gapsOf({ seesGaps }),
        },
  ({ unanswered, seesGaps }) =>
    unanswered === 0
      ? null
      : {
          priority: 'medium',
          kind: 'unanswered-questions',
          message: `${some(unanswered, 'question that people ask has', 'questions that people ask have')} no answer in your documents.`,
          act: gapsOf({ seesGaps }),
        },
  ({ figures: { rated, lowRatedShare }, seesGaps }) =>
    rated < ratingsMin || (lowRatedShare ?? 0) < shares.lowRated
      ? null
      : {
          priority: 'medium',
          kind: 'low-ratings',
          message: `${shareText(lowRatedShare ?? 0)} of the rated answers of the last 30 days got one or two stars.`,
          act: gapsOf({ seesGaps }),
        },
  ({ coverage: { outstanding, unread } }) =>
    outstanding === 0
      ? null
      : {
          priority: 'medium',
          kind: 'unread-documents',
          message: `${some(outstanding, 'acknowledgement is', 'acknowledgements are')} outstanding for ${some(unread, 'document', 'documents')}.`,
          act: { label: 'See which', to: '/analytics?coverage=unread#coverage' },
        },
  ({ figures: { medianAnswerMs } }) =>
    medianAnswerMs === null || medianAnswerMs < slowAnswerMs
      ? null
      : {
          priority: 'low',
          kind: 'slow-answers',
          message: `Half of the answers take longer than ${Math.round(medianAnswerMs / 1000)} seconds.`,
        },
  ({ figures: { questions, rated } }) =>
    questions < questionsMin || rated >= questions * shares.rated
      ? null
      : {
          priority: 'low',
          kind: 'few-ratings',
          message: `${fewOf(rated, questions)} rated. Ratings show which documents need work.`,
          act: { label: 'Open the assistant', to: '/chat' },
        },
  ({ coverage: { neverAsked, documents }, totalQuestions }) =>
    neverAsked === 0 || totalQuestions < questionsMin
      ? null
      : {
          priority: 'low',
          kind: 'never-asked',
          message: `${neverAsked} of ${some(documents, 'document', 'documents')} in force never answered a question.`,
          act: { label: 'See which', to: '/analytics?coverage=never-asked#coverage' },
        },
  ({ departments, figures: { questions } }) => {
    const silent = departments.filter(({ figures }) => figures.questions === 0)
    if (questions < questionsMin || silent.length === 0) return null
    const named = silent.slice(0, namedMax).map(({ name }) => name)
    const more = silent.length > namedMax ? ` and ${silent.length - namedMax} more` : ''
    return {
      priority: 'low',
      kind: 'silent-departments',
      message: `Nobody asked in the last 30 days in: ${named.join(', ')}${more}.`,
      act: { label: 'Open the team', to: '/team' },
    }
  },
]

function some(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

function fewOf(rated: number, answers: number): string {
  if (rated === 0) return 'No answer of the last 30 days was'
  return `Only ${rated} of ${answers} answers of the last 30 days ${rated === 1 ? 'was' : 'were'}`
}
