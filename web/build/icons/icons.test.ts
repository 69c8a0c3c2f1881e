import { inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { drawIcon } from "./draw.ts";
import { encodePng } from "./png.ts";

const pixel = (pixels: Uint8Array, size: number, x: number, y: number) => [
  ...pixels.subarray((y * size + x) * 4, (y * size + x) * 4 + 4),
];

describe("icons", () => {
  it("have a bolt on a dark ground", () => {
    const pixels = drawIcon({ size: 40, radius: 9, scale: 1 });
    expect(pixel(pixels, 40, 20, 20)).toEqual([0xff, 0xc9, 0x28, 255]);
    expect(pixel(pixels, 40, 3, 20)).toEqual([0x14, 0x23, 0x3b, 255]);
    expect(pixel(pixels, 40, 0, 0)[3]).toBe(0);
  });

  it("that launchers may cut have no corners and a smaller bolt", () => {
    const pixels = drawIcon({ size: 40, radius: 0, scale: 0.7 });
    expect(pixel(pixels, 40, 0, 0)).toEqual([0x14, 0x23, 0x3b, 255]);
    expect(pixel(pixels, 40, 22, 5)).toEqual([0x14, 0x23, 0x3b, 255]);
    expect(pixel(pixels, 40, 20, 20)).toEqual([0xff, 0xc9, 0x28, 255]);
  });

  it("are valid PNG files", () => {
    const pixels = Uint8Array.from({ length: 16 }, (_, index) => index);
    const file = encodePng(pixels, 2);
    expect(file.subarray(1, 4).toString("latin1")).toBe("PNG");
    expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([2, 2]);
    const data = file.subarray(41, 41 + file.readUInt32BE(33));
    expect([...inflateSync(data)]).toEqual([0, 0, 1, 2, 3, 4, 5, 6, 7, 0, 8, 9, 10, 11, 12, 13, 14, 15]);
    // The checksum of an empty IEND chunk, as in every PNG file.
    expect(file.subarray(-4).toString("hex")).toBe("ae426082");
  });
});
