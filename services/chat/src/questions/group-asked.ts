import { type AffectedQuestion, affectedQuestionsMax, askersMin } from '@portal/contracts/questions'
import { groupedQuestionsMax } from '@portal/contracts/reviewed-retrieval'
import type { Context } from '../ports.ts'

/** A question that somebody asked. */
export interface Asked {
  readonly question: string
  readonly askerId: string
  readonly askedAt: Date
}

/**
 * The questions that enough people asked, most asked first. A single person's never leaves their
 * conversation (decision 73).
 */
export async function groupAsked(ctx: Context, asked: readonly Asked[]): Promise<AffectedQuestion[]> {
  const wordings = [...Map.groupBy(asked, ({ question }) => normalized(question)).values()]
  const grouped = wordings.slice(0, groupedQuestionsMax)
  if (new Set(asked.map(({ askerId }) => askerId)).size < askersMin) return []
  const texts = grouped.map(([first]) => first?.question ?? '')
  const groups = await ctx.ports.passages.group(ctx, texts)
  const clusters = [...Map.groupBy(grouped, (_, at) => groups[at]).values()]
  return clusters
    .map(presentCluster)
    .filter(({ askers }) => askers >= askersMin)
    .sort((a, b) => b.askers - a.askers || b.lastAskedAt.localeCompare(a.lastAskedAt))
    .slice(0, affectedQuestionsMax)
}

function presentCluster(wordings: readonly (readonly Asked[])[]): AffectedQuestion {
  const all = wordings.flat()
  const lastAskedAt = new Date(Math.max(...all.map(({ askedAt }) => askedAt.getTime()))).toISOString()
  return { question: usualWording(all), askers: askersOf(all), lastAskedAt }
}

/** In the words that most people used; of equals the shortest, which says least of anybody. */
export function usualWording(asked: readonly Asked[]): string {
  const wordings = [...Map.groupBy(asked, ({ question }) => normalized(question)).values()]
  const texts = wordings.map((same) => ({ text: same.at(-1)?.question ?? '', askers: askersOf(same) }))
  const [usual] = texts.toSorted((a, b) => b.askers - a.askers || a.text.length - b.text.length)
  return usual?.text ?? ''
}

function askersOf(asked: readonly Asked[]): number {
  return new Set(asked.map(({ askerId }) => askerId)).size
}

function normalized(question: string): string {
  return question
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim()
}
