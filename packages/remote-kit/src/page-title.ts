import { useEffect } from 'react'

/** Sets the title of the browser tab while the screen is shown; the shell has set the declared one before. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
}
