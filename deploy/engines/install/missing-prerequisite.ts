/** Something we cannot install is missing; `message` says in one sentence what to install. */
export class MissingPrerequisite extends Error {
  override readonly name = 'MissingPrerequisite'
}
