import ts from 'typescript'
import { fileCheck, type Source } from './source-files.ts'

/** Exports of packages without a docstring, which users need instead of the code. */
export const checkDocstrings = fileCheck(
  'docstrings of packages',
  {
    files: /^packages\/[^/]+\/src\/.+\.tsx?$/,
    except: /\.(test|journey|engines|drill|fixture)\.tsx?$|\.d\.ts$/,
  },
  undocumentedExports,
)

/** Undocumented exports of one file. Types are exempt: their members carry the documentation. */
export function undocumentedExports({ file, text }: Source): string[] {
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
