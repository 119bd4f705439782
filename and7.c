int f(int a){int arr[4]={1,2,3,4}; return arr[a&7];}
