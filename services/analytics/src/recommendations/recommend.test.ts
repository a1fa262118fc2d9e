import type { QuestionFigures } from '@portal/contracts/analytics'
import { shareText } from '@portal/contracts/share-text'
import { describe, expect, it } from 'vitest'
import { recommend, type Situation } from './recommend.ts'

const figures: QuestionFigures = {
  ...{ questions: 40, answered: 20, noEvidence: 20, rated: 10, lowRated: 5, averageRating: 2.5 },
  ...{ answeredShare: 0.5, noEvidenceShare: 0.5, lowRatedShare: 0.5, medianAnswerMs: 900 },
}
const period = { from: '2026-10-25', to: '2026-11-23', previousFrom: '2026-09-25', timeZone: 'UTC' }

/** Everything that can be said against how the portal is used. */
const troubled: Situation = {
  ...{ figures, totalDocuments: 12, totalQuestions: 40, unanswered: 3, mayUpload: true, seesGaps: true },
  coverage: { period, documents: 12, askedAbout: 4, neverAsked: 8, overdue: 2, unread: 1, outstanding: 5 },
  departments: [
    { id: 1, name: 'Operations', color: '#000', previousQuestions: 3, figures: { ...figures, questions: 0 } },
  ],
}

const actOf = (situation: Situation, kind: string) =>
  recommend(situation).find((one) => one.kind === kind)?.act?.to

describe('what is recommended', () => {
  it('is most urgent first, and leads to the act', () => {
    const found = recommend(troubled)
    expect(found.map(({ priority }) => priority)).toEqual([
      'high',
      'high',
      'medium',
      'medium',
      'medium',
      'low',
      'low',
    ])
    expect(actOf(troubled, 'overdue-reviews')).toBe('/analytics?coverage=overdue#coverage')
    expect(found.every(({ act }) => act !== undefined)).toBe(true)
  })

  it.each(['no-evidence', 'unanswered-questions', 'low-ratings'])(
    'about %s leads stewards to all gaps, and others, who see only their own, to the questions',
    (kind) => {
      expect(actOf(troubled, kind)).toBe('/gaps')
      expect(actOf({ ...troubled, seesGaps: false }, kind)).toBe('/analytics#unanswered')
    },
  )

  it.each([
    [0, 'No answer of the last 30 days was rated.'],
    [1, 'Only 1 of 40 answers of the last 30 days was rated.'],
    [2, 'Only 2 of 40 answers of the last 30 days were rated.'],
  ])('says that of 40 answers %i were rated', (rated, sentence) => {
    const found = recommend({ ...troubled, figures: { ...figures, rated } })
    expect(found.find(({ kind }) => kind === 'few-ratings')?.message).toContain(sentence)
  })

  it('writes a share as the figure that it is about is written', () => {
    const share = 0.298
    const found = recommend({ ...troubled, figures: { ...figures, noEvidenceShare: share } })
    const message = found.find(({ kind }) => kind === 'no-evidence')?.message
    expect(message).toContain(`${shareText(share)} of the questions`)
  })

  it('is no upload to those who may not', () => {
    const empty = { ...troubled, totalDocuments: 0, totalQuestions: 0 }
    expect(actOf(empty, 'no-documents')).toBe('/documents')
    expect(actOf({ ...empty, mayUpload: false }, 'no-documents')).toBeUndefined()
  })
})
