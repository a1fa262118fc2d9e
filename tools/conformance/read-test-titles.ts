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
