const escaped = (text: string) => text.replaceAll(/[()\\]/g, String.raw`\$&`)

/** One row of a page, at 10 characters and 6 lines to the inch; repeats are drawn word by word. */
function row(text: string, n: number, time: number): string {
  const parts = time === 0 ? /\S+(?: \S+)*/g : /\S+/g
  return Array.from(text.matchAll(parts), ({ 0: part, index }) => {
    const x = (index * 7.2 + time * 0.3).toFixed(2)
    return `BT /F 12 Tf 1 0 0 1 ${x} ${720 - 12 * n} Tm (${escaped(part)}) Tj ET`
  }).join('\n')
}

/** A PDF of pages that are given as text laid out with spaces, from the left edge of the paper. */
export function drawnPdf(pages: readonly string[], times = 1): Uint8Array<ArrayBuffer> {
  const contents = pages.map((page) =>
    Array.from({ length: times }, (_, time) =>
      page.split('\n').map((text, n) => row(text, n, time)),
    )
      .flat()
      .join('\n'),
  )
  const kids = pages.map((_, n) => `${4 + 2 * n} 0 R`).join(' ')
  const objects = contents.map(
    (content, n) => `${4 + 2 * n} 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 612 792]
  /Contents ${5 + 2 * n} 0 R /Resources <</Font <</F 3 0 R>> >> >> endobj
${5 + 2 * n} 0 obj <</Length ${content.length}>> stream
${content}
endstream endobj`,
  )
  return new TextEncoder().encode(`%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [${kids}] /Count ${pages.length}>> endobj
3 0 obj <</Type /Font /Subtype /Type1 /BaseFont /Courier>> endobj
${objects.join('\n')}
trailer <</Root 1 0 R>>
%%EOF`)
}
