/**
 * The blocks of each page: in their order, each whole on one page, as many on each as it has room for. `roomOf`: the
 * height of a page, counted from 0. A block that is higher than that has a page of its own.
 */
export function breakPages(heights: readonly number[], roomOf: (page: number) => number): number[][] {
  const pages: number[][] = [[]];
  let left = roomOf(0);
  heights.forEach((height, block) => {
    const page = pages.at(-1) as number[];
    if (height > left && (page.length > 0 || height <= roomOf(pages.length))) {
      pages.push([block]);
      left = roomOf(pages.length - 1) - height;
      return;
    }
    page.push(block);
    left -= height;
  });
  return pages;
}
