import { expect, test } from 'vitest'
import { languageOf, parse } from '../../../screenplay/model.ts'

test.each([
  ['Title: Bonde\nLanguage: pt-PT\n\nINT. BONDE - NOITE\n\nChove.', 'pt-PT'],
  ['INT. ПОЧТА - ДЕНЬ\n\nАнна молчит.', 'ru'],
  ['INT. 郵便局 - 昼\n\n雨が降っている。', 'ja'],
  ['INT. 邮局 - 日\n\n雨下个不停。', 'zh'],
  ['INT. דואר - יום\n\nיורד גשם.', 'he'],
  ['INT. POST OFFICE - DAY\n\nRain.', undefined],
  // The declared language is hostile or missing, so the letters decide.
  ['Title: X\nLanguage: "><script>\n\nRain.', undefined],
  ['', undefined],
])('the language of %j is %s', (text, language) => expect(languageOf(parse(text))).toBe(language))
