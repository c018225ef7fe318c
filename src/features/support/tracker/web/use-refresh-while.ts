import { useEffect } from 'react'
import { refresh } from '#kit/web/data/query.ts'
import { listTrackerPlugins } from '../contract.ts'

const EVERY_MS = 2_000

/** Reads the trackers again every two seconds while a sync runs. */
export function useRefreshWhile(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => void refresh(listTrackerPlugins), EVERY_MS)
    return () => clearInterval(timer)
  }, [isRunning])
}
