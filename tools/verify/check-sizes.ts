import { readFile } from 'node:fs/promises'
import ts from 'typescript'
import { trackedFiles } from './tracked-files.ts'

/** Limits in lines. Tables are contracts, schemas and texts as data. */
const limits = { file: 250, table: 300, function: 60, component: 100, parameters: 3 }
const tableFiles = /^(packages\/contracts\/|.*\/schema\.ts$|.*\/tables?\.ts$)/

/** Tests, their suites and what is built up for them alone. */
const testFiles = /\.(test|journey|engines|fixture)\.tsx?$|\/conformance\/|^services\/[^/]+\/test\//

interface SizeException {
  readonly file: string
  readonly reason: string
}

/** Says which source files and functions are too large and not excepted with a reason. */
export async function checkSizes(): Promise<readonly string[]> {
  const excepted = JSON.parse(await readFile('tools/verify/size-exceptions.json', 'utf8')) as SizeException[]
  const files = trackedFiles().filter((file) => /\.(ts|tsx|mjs|cjs)$/.test(file) && !/\.d\.ts$/.test(file))
  const problems = await Promise.all(files.map((file) => sizeProblems(file)))
  const known = new Set(excepted.map(({ file }) => file))
  const stale = excepted.filter(
    ({ file }) => !problems.flat().some((problem) => problem.startsWith(`${file}:`)),
  )
  return [
    ...problems.flat().filter((problem) => !known.has(problem.split(':')[0] ?? '')),
    ...stale.map(({ file }) => `size-exceptions.json excepts ${file}, which needs no exception`),
  ]
}

async function sizeProblems(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8')
  const isTest = testFiles.test(file)
  const lines = text.trimEnd().split('\n').length
  const max = tableFiles.test(file) ? limits.table : limits.file
  const problems = lines > max && !isTest ? [`${file}: ${lines} lines, at most ${max}`] : []
  if (isTest || !/\.tsx?$/.test(file)) return problems
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const walk = (node: ts.Node) => {
    if (isMeasured(node)) problems.push(...functionProblems(node, source))
    ts.forEachChild(node, walk)
  }
  walk(source)
  return problems
}

type Measured = ts.FunctionDeclaration | ts.MethodDeclaration | ts.ArrowFunction | ts.FunctionExpression

function isMeasured(node: ts.Node): node is Measured {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isArrowFunction(node) ||
    ts.isFunctionExpression(node)
  )
}

function functionProblems(node: Measured, source: ts.SourceFile): string[] {
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1
  const first = lineOf(node.getStart())
  const lines = lineOf(node.end) - first + 1
  const name = functionName(node)
  const isComponent = source.fileName.endsWith('.tsx') && /^[A-Z]/.test(name)
  const max = isComponent ? limits.component : limits.function
  const place = `${source.fileName}:${first} ${name}`
  return [
    ...(lines > max ? [`${place}: ${lines} lines, at most ${max}`] : []),
    ...(node.parameters.length > limits.parameters
      ? [`${place}: ${node.parameters.length} parameters, at most ${limits.parameters}`]
      : []),
  ]
}

function functionName(node: Measured): string {
  if (node.name) return node.name.getText()
  return ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : 'function'
}
