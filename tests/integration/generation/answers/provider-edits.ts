import { expect, test } from 'vitest'

const HOUSE = 'INT. LIGHTHOUSE - NIGHT\n\nThe lamp is out.\n\n'
const PIER = 'EXT. PIER - DAY\n\nA boat. No one aboard.\n\n'
const ATTIC = 'INT. ATTIC - NIGHT\n\nRain.\n'
export const SCRIPT = HOUSE + PIER + ATTIC

type Fixture = {
  /** Asks for a change of the script; the provider gives these answers, one for each request. */
  ask: (
    answers: string[],
    body: object,
  ) => Promise<{
    script: string | null
    result: string | null
    withheld: string | null
    jobId: string
    /** The provider's last request. */
    asked: string
  }>
  /** How many requests the provider got. */
  sent: () => number
  rowOf: (jobId: string) => Promise<Record<string, unknown>>
}

/** What an answer does to a script, whatever the provider. */
export function testEdits({ ask, sent, rowOf }: Fixture): void {
  test('a scene is changed, the others stay as they are', async () => {
    const scene = 'EXT. PIER - DAY\n\nA boat, on fire.'
    const { script, result, asked } = await ask(
      [`It burns now.\n\n<scene id="2">\n${scene}\n</scene>`],
      { prompt: 'Set the boat on fire.' },
    )
    expect(script).toBe(`${HOUSE}${scene}\n\n${ATTIC}`)
    expect(result).toContain('It burns now.')
    expect(asked).toContain('<scene id=\\"2\\">\\nEXT. PIER - DAY')
  })

  test('a scene is added and another deleted', async () => {
    const { script } = await ask(
      ['<scene after="1">\nINT. STAIRS - NIGHT\n\nSteps.\n</scene>\n<scene id="3" delete="true"/>'],
      { prompt: 'Add the stairs after scene 1 and delete scene 3.' },
    )
    expect(script).toBe(`${HOUSE}INT. STAIRS - NIGHT\n\nSteps.\n\n${PIER}`)
  })

  test('a passage is changed, and nothing but the passage', async () => {
    const start = SCRIPT.indexOf('No one aboard.')
    const { script, asked } = await ask(['<text>A dog aboard.</text>'], {
      prompt: 'Someone must be there.',
      target: { start, end: start + 'No one aboard.'.length },
    })
    expect(script).toBe(SCRIPT.replace('No one aboard.', 'A dog aboard.'))
    expect(asked).toContain('<target>No one aboard.</target>')
  })

  test('a question is answered and changes nothing', async () => {
    const { script, result, withheld } = await ask(['The keeper is away.'], {
      prompt: 'Why is the lamp out?',
      mode: 'ask',
    })
    expect({ script, result, withheld }).toEqual({
      script: null,
      result: 'The keeper is away.',
      withheld: 'question',
    })
  })

  test('a faulty answer is asked for once more, with the reason', async () => {
    const before = sent()
    const faulty = '<scene id="9">\nEXT. MOON - NIGHT\n\nDust.\n</scene>'
    const scene = 'EXT. PIER - DAY\n\nDust.'
    const { script, asked, jobId } = await ask([faulty, `<scene id="2">\n${scene}\n</scene>`], {
      prompt: 'Dust on the pier.',
    })
    expect(script).toBe(`${HOUSE}${scene}\n\n${ATTIC}`)
    expect(sent() - before).toBe(2)
    expect(asked).toContain('EXT. MOON - NIGHT')
    expect(asked).toContain('Your answer could not be applied: ')
    const { input_tokens, cached_input_tokens, output_tokens } = await rowOf(jobId)
    expect([input_tokens, cached_input_tokens, output_tokens]).toEqual([10, 6, 14])
  })
}
