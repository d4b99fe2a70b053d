/**
 * Distributes blocks to pages, in order. A block is never split, and a page takes as many blocks as fit. A block that
 * is higher than a page gets a page of its own. `roomOf`: the height of a page in points, by the page's index from 0.
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
