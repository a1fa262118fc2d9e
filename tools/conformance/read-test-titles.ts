import ts from 'typescript'

/** Stands for a part of a title that the source computes. */
const anything = '…'

/**
 * The full names of the tests in a file, `describe > it`, read without running it. `$field`, `%s`
 * and `…` stand for what the cases fill in.
 */
export function readTestTitles(file: string, text: string): readonly string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const titles: string[] = []
  const walk = (node: ts.Node, above: readonly string[]): void => {
    const found = ts.isCallExpression(node) ? namedBy(node) : null
    const here = found === null ? above : [...above, found.title]
    if (found?.isTest) titles.push(here.join(' > '))
    if (ts.isCallExpression(node)) titles.push(...titlesOfSteps(node, source))
    ts.forEachChild(node, (child) => walk(child, here))
  }
  walk(source, [])
  return titles
}

/** `it('…')`, `it.each(cases)('…')`, and the same of `describe` and `test`. */
function namedBy({ expression, arguments: [first] }: ts.CallExpression) {
  const isCases = ts.isCallExpression(expression)
  const called = isCases ? expression.expression : expression
  const [name = '', ...rest] = called.getText().split('.')
  if (!first || isCases !== rest.length > 0 || !['describe', 'it', 'test'].includes(name)) return null
  const title = textOf(first)
  return title === null ? null : { title, isTest: name !== 'describe' }
}

/** `describeSteps('…', steps, portal)` of tests/journeys: a test for each key of `steps`. */
function titlesOfSteps({ expression, arguments: [who, steps] }: ts.CallExpression, source: ts.SourceFile) {
  const above = expression.getText() === 'describeSteps' && who ? textOf(who) : null
  if (above === null || !steps) return []
  return keysOf(steps, source).map((promise) => `${above} > ${promise}`)
}

function keysOf(steps: ts.Expression, source: ts.SourceFile): string[] {
  const keys: string[] = []
  const collect = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === steps.getText() && node.initializer)
      keys.push(...keysOf(node.initializer, source))
    ts.forEachChild(node, collect)
  }
  if (ts.isIdentifier(steps)) collect(source)
  if (!ts.isObjectLiteralExpression(steps)) return keys
  return steps.properties.flatMap(({ name }) => (name && ts.isStringLiteralLike(name) ? [name.text] : []))
}

function textOf(node: ts.Expression): string | null {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return null
  return node.head.text + node.templateSpans.map(({ literal }) => anything + literal.text).join('')
}

/** Whether a title, with what it leaves open, may be that name. */
export function titleMatches(title: string, name: string): boolean {
  const parts = title.split(/\$[\w.]+|%[sdifjo]|…/)
  const literal = parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${literal.join('.*')}$`, 's').test(name)
}
