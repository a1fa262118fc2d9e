/** The machine lacks something that no package client of ours can bring; `message` is one sentence that says what to install. */
export class MissingPrerequisite extends Error {
  override readonly name = 'MissingPrerequisite'
}
