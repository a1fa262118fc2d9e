import type { documentsApi } from '@portal/contracts/documents'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { readable } from '../access/readable.ts'
import { documentOfVersion, versionOf } from '../joins.ts'
import type { Context, Verb } from '../ports.ts'
import { findPassages } from '../retrieval/retrieve-passages.ts'
import { departments, documents, versions, versionTexts } from '../schema.ts'
import { proposedTitle } from './proposed-title.ts'

/** Where a text says whose it is. */
const headUnits = 2_000
/** Documents alike that have a say, and how many of them must agree. */
const alikeMax = 5
const agreeingMin = 2

/** What a document calls itself, and where documents like it belong. Null: nothing to propose. */
export const proposeFacts: Verb<typeof documentsApi.proposeFacts> = async (ctx, { params }) => {
  const { document, text } = await readNewest(ctx, params.id)
  if (!text) return { title: null, departmentId: null, ownerId: null }
  const title = proposedTitle(text)
  const alike = await documentsAlike(ctx, { id: document.id, words: title ?? document.title })
  const present = await presentDepartments(ctx)
  const isPresent = (number: number | null) => present.some((department) => department.number === number)
  const departmentId =
    departmentNamed(present, text.text) ??
    mostOf(alike.map(({ departmentNumber }) => departmentNumber).filter(isPresent))
  const owners = alike.filter(({ departmentNumber }) => departmentNumber === departmentId)
  return { title, departmentId, ownerId: mostOf(owners.map(({ ownerId }) => ownerId)) }
}

/** Of a text of megabytes no more is read than is looked at. */
const head = sql<string>`left(${versionTexts.text}, ${headUnits})`

async function readNewest(ctx: Context, id: string) {
  const [row] = await ctx.tx((db) =>
    db
      .select({ document: documents, text: { text: head, sections: versionTexts.sections } })
      .from(documents)
      .innerJoin(versions, documentOfVersion)
      .leftJoin(versionTexts, versionOf(versionTexts))
      .where(and(readable(ctx), eq(documents.id, id)))
      .orderBy(desc(versions.number))
      .limit(1),
  )
  return rowOrNotFound(row)
}

interface Department {
  readonly number: number
  readonly name: string
}

function presentDepartments(ctx: Context): Promise<Department[]> {
  const { number, name } = departments
  const present = own(departments, ctx, eq(departments.isDeleted, false))
  return ctx.tx((db) => db.select({ number, name }).from(departments).where(present))
}

/** The department whose name comes first in the head of a text. */
function departmentNamed(present: readonly Department[], head: string): number | null {
  const named = present
    .map(({ number, name }) => ({ number, at: head.toLowerCase().indexOf(name.toLowerCase()) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
  return named[0]?.number ?? null
}

/** The other documents nearest to some words, best first. */
async function documentsAlike(ctx: Context, { id, words }: { readonly id: string; readonly words: string }) {
  const { ranked } = await findPassages(ctx, { text: words, limit: 50 })
  const ids = [...new Set(ranked.map(({ row }) => row.document.id))].filter((other) => other !== id)
  const nearest = ids.slice(0, alikeMax)
  if (nearest.length === 0) return []
  const rows = await ctx.tx((db) =>
    db
      .select()
      .from(documents)
      .where(and(readable(ctx), inArray(documents.id, nearest))),
  )
  return nearest.flatMap((each) => rows.find((row) => row.id === each) ?? [])
}

/** What most of them have in common, the first of equals; null if too few agree. */
function mostOf<Value extends string | number>(values: readonly (Value | null)[]): Value | null {
  const counts = new Map<Value, number>()
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
  const [first] = [...counts].sort(([, a], [, b]) => b - a)
  return first && first[1] >= agreeingMin ? first[0] : null
}
