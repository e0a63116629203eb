/* What Python's `lzma` has packed comes out as it was; what is damaged is not taken for something else. */

import { describe, expect, it } from 'vitest'
import { unpacked } from '../src/pocket/lzma'

const text = Array.from(
  { length: 300 },
  (_, i) => `${i} ${String.fromCharCode(97 + (i % 26)).repeat(i % 40)} abcabcabx ${(i * 7919) % 1000}\n`,
).join('')
/** The same, by `lzma.compress(text, format=lzma.FORMAT_ALONE, preset=9)`. */
const packed = Uint8Array.from(
  atob(
    [
      'XQAAAAT//////////wAYCCzCYjKTrCgCxpYs9ihmgctqunzekf8Z33pFBWn767Gvu+v/+hAqmGhovO/hMnBe1qJqAW0IGYN0qndy',
      'fyVGww13u4bGmib5VKXa+OzARYIt2soDqEjNTFlXgk59X/txwCXUzgBx/UPkHZxZrGRCbVDgSwQO5G1WCakm4i2biYXPhWFhYUTX',
      'qhpeV0O4PwoeoM8HizDzT0lAVasNrdS9Re0mipqUHza4xXUNU2HY57exRa2ULvPjyfdZOs/I3AOh6OxHKHqUcqT+czqONCNa0U0V',
      'ajQQi4JxuJXdmbFFshUmRjeyS5rNAxcT4o3NlEdZaLw/gZale5aB15NYNhkSh4KRBSoh0jQym4sq9er7v/DPjHGuCttqa6VB6Yb1',
      'HPdziYor7pImwD1T+3YNfWVfBBQl1Ir4vhCEOmi1Pf8KjnGsQNrI83tRtbsOmsEbw12roS6xf2Fbp2zeZ+sKYBQGvJMs4EbNtvU7',
      'WMmZDvhAPdt6RAxXzqsvjJvKxSvGC47N5snS+Zs6hlhbwoIeUdNChdA1S3ukxsW1jQ2AWWCvsWU7890DqsUgxB4Ae/Q22SrMgA3z',
      '+ZQcJyTGSqapyUa4lxmlSFVPQhxwunwF+MkiT2riAgD6YXQYjyr2EGI9vCZmKlHQM9mzoIrBO9yrmrZeAg1O6J0bbacw8deOZV8f',
      'AGGUJuqlu9otzQULQ5gIUVsK4yztLusjFOzAEiYycELB4BGwnuwoslybMNt9XHZI/QH6dKZfzvxiiNILC4k8Ig2iCmISHdc71l6o',
      'YAZMYiMkMjJK9V5VXoD2YQaEoKZYjZD8wb5XsnTUsKPvJyAjLlGlcAfxnnii800ofBTcOybHwynA7hmKibnZrd7+GeWN+cACv3XM',
      'vhQCYEdjFi3xUsJyYrUVMzztbHtgdG/MtTMUakpr1x0YVUvkDn3rvl21Ru7uaooMm4b3LPVULvkGEzzGITRIBPNwVB+7IsHsOof9',
      'QaU73KaUxbR62Xr2IO9mRAdIzSFoPcfxvdqTPUwR8Nmhy9ka9Vlvmn0pyIU2eYWpWYzLXfZCcj9KaWBj0LRQ4Coqc0fPE98lRsMF',
      'LGMuLcHQ7EWDQgenCBrdfkQLPAnutRLCsZOKffWJKYWsG5El2RfJCL56v+Rr2FMIqrJBgv02bRIqRx5dJ2FrlDbySUYqfOL19M/3',
      'KiRTVX+KlZQVhHRFF1dNzqkiXrIg0zkaEDzeg5xDZjdCKcZEmDx8w6sbDlNH2dZ+HDe7KDrAr5ALtxP3YB3zwJcsZDhx/ZyEibdB',
      '7TFcTUXNmbqDufPrP20LdyVqCRHBoxVokPuhV5EEn2hVgXLiutkfa3nID/wu3fAy4c8r6auw80sd/4OwgvYz1flbIbFpFujwbEZv',
      'thELhguHbYew4q569/PG+RfjbtVnFmAQKhtFElvkU2TV2B3RFYZo3IFk5kumDZkyJjKiiEI/CvJJHnHJ6RZIRD7tkWmIGyg6BXS6',
      'BnZyK7cYEqbCACx9gB0alyJkJRlbnyN8nBVxbys0YkORZz8fFficwXPEnHsdbvLVRdnl0kokLIjJllP1RavznloldAx1pmw91JJ9',
      'p3p29ryZYfgoT+WqKjsbPdrRk1UBUXBfaHzcyoqu7vhUNkpDny4cOUZlPY9PnMCm+JErBfbBc0N/wVmaU4Jl3f6UaxnmUezlDhNs',
      'tBuFfKcqvFTMsxjVFeid3h+QqbMszcfjDsA/HZSM6hF9sf+VIvXxj7uYp3wGTF2ou1OXnAFtEEoDv8FVZwve2RmQo0pwfv7fhwaI',
      'k8eQ8SUGc6KuNl+wG1YduXXvCpKb1FqHX6CiYiFBLCaBN/+lC2mz8ndYBk5d19J/lp04sVhJVR43EOAvhVLhS4EGIb0Ubg7PRfTp',
      'akjtwokUDQSX21pN0UGhJwEbqc9fZ7KwKqTOfsULVcyQiwSML1GKHCyH1IodAj0e48Q6oubCxefEILvxVlqVBqn9AxPOXpc7vCpO',
      'uXHRXJZJogz90PLlDXVUmH29pCooNwbjC9393HXEHrgf9+GxcPTmcXg5aNs4f8/bSbYFEKMiWnGwVPBjbuHKelAK458vdOce2DkR',
      'tUL2mBL6kvy7pq6n39CzDXZxRADyv4GXCOHQiYmPMHwRG30mE+G1iek9kseY4iE1P4ANvrb+NM4gfH5NXHH/qwzzkhEGMtQ8FnLp',
      '28sy71x/6WD7SrEkIVWp2/tQ8wUz47p91ewgLHwPI+bfyxd51RpzEBh1aX5dwd3GN/KYlbE9Kpk8TWBcbCfnIh7vB3UCZRkIUOt8',
      'to1u0ZrVdNStwvIWIDVA2pHLFYaVI2VVPY1MeDNKynKr6Zoc6wKoif3dHA4Pvj9KoJVORsykFjv25njNL7hqp3IipueDET6cgYuM',
      '5xOxJSBAyFxtm8IT/UNgaBycpCvNHIM7gzPLD37sQhfzk7/s7PRCrdq76/p0IdYe1JHs1pkgRzhIa67Sl6FbsJculdBLoItByDCq',
      'nnSll3ceAlvLUPMZ4mNrtvJ10TIL+AFQlZ8os8iICXB+Cp3XLhcPcXiftEf/6vmU6w==',
    ].join(''),
  ),
  (letter) => letter.charCodeAt(0),
)

describe('unpacking', () => {
  it('gives back what was packed', () => {
    expect(new TextDecoder().decode(unpacked(packed, text.length))).toBe(text)
  })
  it('refuses what is no LZMA file', () => {
    expect(() => unpacked(new Uint8Array(20).fill(255), 5)).toThrow('no LZMA')
    expect(() => unpacked(packed.subarray(0, 10), 5)).toThrow('no LZMA')
  })
  it('notices a copy of what is not there', () => {
    const damaged = packed.slice()
    damaged.fill(255, 30, 60)
    expect(() => unpacked(damaged, text.length)).toThrow('damaged')
  })
})
