import { type SavedFile, useSaveFile } from '@portal/remote-kit/save-file'
import { type ButtonLook, buttonClass } from '@portal/ui/button'
import { classNames } from '@portal/ui/class-names'
import { Spinner } from '@portal/ui/spinner'
import type { ReactNode } from 'react'

export interface SaveLinkProps extends ButtonLook {
  readonly file: SavedFile
  /** In its place is a spinner while the file is fetched. */
  readonly icon?: ReactNode
  readonly children: ReactNode
  readonly title?: string
  readonly className?: string
}

/** A link to a file that looks like a button. Followed, it saves the file as `useSaveFile` does. */
export function SaveLink({ file, icon, children, title, className, ...look }: SaveLinkProps) {
  const { mutate, isPending } = useSaveFile()
  return (
    <a
      href={file.address}
      download
      title={title}
      className={classNames(buttonClass(look), className)}
      aria-busy={isPending || undefined}
      onClick={(event) => {
        event.preventDefault()
        if (!isPending) mutate(file)
      }}
    >
      {isPending ? <Spinner className="-ml-0.5" /> : icon}
      {children}
    </a>
  )
}
