import { expect, test } from 'vitest'
import { deviceName } from '../../../contract/device-name.ts'
import { casesOf } from '../cases.ts'

test.each(casesOf`
    Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0 │ Firefox on Windows
    Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15 │ Safari on macOS
    Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/128.0 Mobile Safari/537.36 │ Chrome on Android
    Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) CriOS/128.0 Mobile Safari/604.1 │ Chrome on iOS
    Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/128.0 Safari/537.36 Edg/128.0 │ Edge on Windows
    node │ Unknown device
    "" │ Unknown device
  `)('%s is %s', (agent, name) => expect(deviceName(agent)).toBe(name))
