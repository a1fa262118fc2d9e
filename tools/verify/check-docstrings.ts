import { readFile } from 'node:fs/promises'
import ts from 'typescript'
import { trackedFiles } from './tracked-files.ts'

const packageSources = /^packages\/[^/]+\/src\/.+\.tsx?$/
const testFiles = /\.(test|journey|engines|fixture)\.tsx?$|\.d\.ts$/

/** Says which functions, classes and values of packages are exported without a docstring: others use them without reading them. */
export async function checkDocstrings(): Promise<readonly string[]> {
  const files = trackedFiles().filter((file) => packageSources.test(file) && !testFiles.test(file))
  const problems = await Promise.all(
    files.map(async (file) => undocumentedExports({ file, text: await readFile(file, 'utf8') })),
  )
  return problems.flat()
}

/** The exports of a source file that say nothing of themselves, a line each. Types say it in their members. */
export function undocumentedExports({
  file,
  text,
}: {
  readonly file: string
  readonly text: string
}): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  return source.statements.filter(isExportedThing).flatMap((statement) => {
    if (ts.getJSDocCommentsAndTags(statement).length > 0) return []
    const line = source.getLineAndCharacterOfPosition(statement.getStart()).line + 1
    return [`${file}:${line} exports ${nameOf(statement)} without a docstring`]
  })
}

type ExportedThing = ts.FunctionDeclaration | ts.ClassDeclaration | ts.VariableStatement

function isExportedThing(node: ts.Statement): node is ExportedThing {
  const isThing =
    ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) || ts.isVariableStatement(node)
  return isThing && (node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false)
}

function nameOf(node: ExportedThing): string {
  if (!ts.isVariableStatement(node)) return node.name?.text ?? 'something'
  return node.declarationList.declarations.map(({ name }) => name.getText()).join(', ')
}
