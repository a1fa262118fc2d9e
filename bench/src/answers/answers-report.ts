import type { GoldenQuestion, QuestionShare } from '../golden/golden-questions.ts'
import {
  abstentionCurve,
  answeredAt,
  areaUnderCurve,
  falseAtCoverage,
  type Measured,
  mean,
  share,
} from './measures.ts'
import { type Objection, readingRules } from './reading-rules.ts'

/** The main figures of some questions, by name. */
export function mainFigures(measured: readonly Measured[]): ReadonlyMap<string, number> {
  const answerable = measured.filter(({ isAnswerable }) => isAnswerable)
  const unanswerable = measured.filter(({ isAnswerable }) => !isAnswerable)
  const searched = answerable.filter(({ reply }) => reply.passages !== null)
  const within = (rank: number | null, most: number) => rank !== null && rank <= most
  const passage = (most: number) => share(searched, ({ passageRank }) => within(passageRank, most))
  const words = (most: number) => share(answerable, ({ wordsRank }) => within(wordsRank, most))
  const citing = answerable.filter(({ cited }) => cited.all > 0)
  const overlaps = answerable.flatMap(({ overlap }) => overlap ?? [])
  const confidences = (of: readonly Measured[]) => of.flatMap(({ reply }) => reply.confidence ?? [])
  const area = (reasons: readonly GoldenQuestion['unanswerable'][]) => {
    const others = unanswerable.filter(({ reply }) => reasons.includes(reply.golden.unanswerable))
    return areaUnderCurve(confidences(answerable), confidences(others))
  }
  const curve = abstentionCurve(measured)
  const atEight = answeredAt(curve, 0.08)
  return new Map([
    ['right passage first', passage(1)],
    ['right passage among the first three', passage(3)],
    ['right passage among the first twelve', passage(12)],
    ['right words in the first quotation', words(1)],
    ['right words in three quotations', words(3)],
    ['right document in three quotations', share(answerable, ({ isRightDocument }) => isRightDocument)],
    ['answerable: answered', share(answerable, ({ isAnswered }) => isAnswered)],
    ['answerable: wrong without saying partly', share(answerable, ({ isWrong }) => isWrong)],
    ['unanswerable: answered', share(unanswerable, ({ isAnswered }) => isAnswered)],
    ['citation precision', mean(citing.map(({ cited }) => cited.right / cited.all))],
    ['citation recall', share(answerable, ({ cited }) => cited.right > 0)],
    ['span F1, first quotation', mean(overlaps.map(({ quotation }) => quotation))],
    ['span F1, best passage whole', mean(overlaps.map((one) => one.passage))],
    ['span F1, nearest sentence', mean(overlaps.map(({ sentence }) => sentence))],
    ['AUC of confidence', area(['near', 'absent', 'superseded', 'restricted', 'foreign'])],
    ['AUC, near misses', area(['near'])],
    ['AUC, absent topics', area(['absent'])],
    ['AUC, must not be quoted', area(['superseded', 'restricted', 'foreign'])],
    ['answered at 8 % false', atEight?.answered ?? Number.NaN],
    ['right words at 8 % false', atEight?.right ?? Number.NaN],
    ['P10: false answers at 90 % answered', falseAtCoverage(curve)],
  ])
}

/** Everything measured in one run, as Markdown. `before` are the figures of the last table. */
export function answersReport(
  measured: readonly Measured[],
  objections: readonly Objection[],
  before: ReadonlyMap<string, number>,
): string[] {
  const of = (share: QuestionShare) => measured.filter(({ reply }) => reply.golden.share === share)
  const halves = measured.filter(({ reply }) => reply.golden.share !== 'fresh')
  const columns = [of('tuning'), of('kept'), of('fresh'), halves]
  const figures = columns.map(mainFigures)
  const rows = [...(figures.at(-1) ?? [])].map(([name, figure]) =>
    row(name, ...figures.map((column) => shown(column.get(name))), change(figure, before.get(name))),
  )
  const counted = columns.map((column) => {
    const answerable = column.filter(({ isAnswerable }) => isAnswerable).length
    return `${answerable} + ${column.length - answerable}`
  })
  return [
    'Golden questions in the words of employees. Half of them, by document, is kept back from tuning; the fresh ones were written after it.',
    [
      ...heads('share', 'tuning half', 'kept half', 'fresh', 'both halves', 'change of both'),
      row('questions: answerable + not', ...counted, ''),
      ...rows,
    ].join('\n'),
    groupTable('kind', measured, ({ reply }) => reply.golden.kind),
    groupTable('collection', measured, ({ reply }) => reply.golden.collection),
    curveTable(measured),
    readingTable(measured, objections),
  ]
}

/** The figures of both halves in a table that {@link answersReport} wrote. */
export function figuresIn(report: string): ReadonlyMap<string, number> {
  const rows = report.matchAll(/^\| ([^|]+) \|.* \| (\d\.\d{3}) \| [^|]* \|$/gm)
  return new Map([...rows].map(([, name = '', figure]) => [name, Number(figure)]))
}

function groupTable(what: string, measured: readonly Measured[], of: (one: Measured) => string): string {
  const groups = [...Map.groupBy(measured, of)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const names = [
    'right passage among the first three',
    'right words in the first quotation',
    'right words in three quotations',
    'answerable: answered',
    'answerable: wrong without saying partly',
    'unanswerable: answered',
  ]
  const rows = groups.map(([group, members]) => {
    const figures = mainFigures(members)
    return row(group, String(members.length), ...names.map((name) => shown(figures.get(name))))
  })
  return [...heads(what, 'questions', ...names), ...rows].join('\n')
}

function curveTable(measured: readonly Measured[]): string {
  const curve = abstentionCurve(measured)
  if (curve.length === 0)
    return 'Answers carry no confidence, so there is no curve of answering less and erring less.'
  const rows = [0.02, 0.05, 0.08, 0.15, 0.25, 0.4, 1].flatMap((most) => {
    const point = answeredAt(curve, most)
    if (!point) return []
    const { threshold, isFalse, answered, right } = point
    return row(...[most, threshold, isFalse, answered, right].map(shown))
  })
  return [...heads('false at most', 'from confidence', 'false', 'answered', 'right words'), ...rows].join(
    '\n',
  )
}

function readingTable(measured: readonly Measured[], objections: readonly Objection[]): string {
  const citations = measured.reduce((sum, { cited }) => sum + cited.all, 0)
  const counts = Map.groupBy(objections, ({ rule }) => rule)
  const rows = readingRules.map((rule) => {
    const count = counts.get(rule)?.length ?? 0
    return row(rule, String(count), ((100 * count) / Math.max(1, citations)).toFixed(1))
  })
  return [...heads(`in ${citations} citations`, 'found', 'in a hundred'), ...rows].join('\n')
}

function heads(...names: readonly string[]): string[] {
  return [row(...names), `|${names.map(() => '---|').join('')}`]
}

function row(...cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function shown(figure: number | undefined): string {
  return figure === undefined || Number.isNaN(figure) ? '–' : figure.toFixed(3)
}

function change(now: number, before: number | undefined): string {
  if (before === undefined || Number.isNaN(now)) return ''
  const points = now - before
  return Math.abs(points) < 0.0005 ? '=' : `${points > 0 ? '+' : '−'}${Math.abs(points).toFixed(3)}`
}
