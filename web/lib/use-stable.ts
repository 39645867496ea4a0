import { useMemo } from 'react'

/** The same object as long as its values are the same. */
export const useStable = <Values extends object>(values: Values): Values =>
  // oxlint-disable-next-line react/exhaustive-deps -- its values are what it depends on
  useMemo(() => values, Object.values(values))
