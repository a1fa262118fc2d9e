import type { Result } from '../measure/report.ts'
import { mainFigures } from './answers-report.ts'
import { measureAnswers } from './measure-answers.ts'
import type { Measured } from './measures.ts'
import { startAnsweringServices } from './services.ts'

const compared = [
  'answerable: answered',
  'right words in three quotations',
  'answerable: wrong without saying partly',
  'unanswerable: answered',
  'citation precision',
]

/**
 * The same questions with a language model and without. A model gives no confidence, so it is one
 * point beside the curve of the quotations.
 */
export async function compareModel(
  modelUrl: string,
  measurement: Parameters<typeof measureAnswers>[1],
): Promise<Result> {
  const measure = async (url: string) => {
    await using services = await startAnsweringServices(url)
    return (await measureAnswers(services, measurement)).measured
  }
  const [withModel, without] = [await measure(modelUrl), await measure('extractive:')]
  const [figures, others] = [mainFigures(withModel), mainFigures(without)]
  const rows = compared.map(
    (name) => `| ${name} | ${shown(figures.get(name))} | ${shown(others.get(name))} |`,
  )
  const quoted = withModel.filter(({ reply }) => reply.isQuotedInstead).length
  return {
    name: 'answers-model',
    how: `model ${new URL(modelUrl).searchParams.get('model') ?? modelUrl}`,
    paragraphs: [
      `${counted(withModel)}. Of the model's ${withModel.length} drafts ${quoted} were away, declined or not borne out by their quotes, and quotations took their place.`,
      ['| share | with the model | without |', '|---|---|---|', ...rows].join('\n'),
    ],
  }
}

function counted(measured: readonly Measured[]): string {
  const answerable = measured.filter(({ isAnswerable }) => isAnswerable).length
  return `${answerable} questions that the documents answer, ${measured.length - answerable} that they do not`
}

function shown(figure: number | undefined): string {
  return figure === undefined || Number.isNaN(figure) ? '–' : figure.toFixed(3)
}
