import { plainText, printedElements, parse } from '../../../screenplay/model.ts'

type Kept = {
  emphasis?: boolean
  pageBreaks?: boolean
  typedCapitals?: boolean
  continued?: boolean
}

const inCapitals = new Set(['scene-heading', 'character', 'transition'])

/** The visible parts of a script, without those that the format cannot represent. */
export function printedScript(
  source: string,
  { emphasis = true, pageBreaks = true, typedCapitals = true, continued = true }: Kept = {},
) {
  return printedElements(parse(source))
    .filter(({ type }) => pageBreaks || type !== 'page-break')
    .map(({ type, text, sceneNumber, dual }) => {
      let kept = emphasis ? text : plainText(text)
      if (!continued && type === 'character') kept = kept.replace(/ \(cont['’]d\)$/i, '')
      if (!typedCapitals && inCapitals.has(type)) kept = kept.toUpperCase()
      const place = [type, dual, sceneNumber && `#${sceneNumber}`].filter(Boolean).join(' ')
      return `${place}: ${kept}`
    })
}
