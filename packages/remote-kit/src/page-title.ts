import { useEffect } from 'react'

/** Overrides the browser tab's title while the screen is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
}
