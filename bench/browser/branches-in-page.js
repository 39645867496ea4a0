// Runs in the page of bench/branches.ts.

/** Milliseconds from a click until the conversation shows a text, painted. */
window.benchUntilShown = (name, wanted) =>
  new Promise((resolve) => {
    const begin = performance.now()
    document.querySelector(`button[aria-label="${name}"]`).click()
    const look = () => {
      const isShown = document.querySelector(`[role="log"] [aria-label="${wanted}"]`) !== null
      if (isShown) requestAnimationFrame(() => resolve(performance.now() - begin))
      else requestAnimationFrame(look)
    }
    look()
  })

/** Milliseconds until a list is read. */
window.benchUntilRead = async (url, headers) => {
  const begin = performance.now()
  await (await fetch(url, { headers })).json()
  return performance.now() - begin
}
